import type { Readable } from 'node:stream'
import type { WebSocket } from 'ws'
import { serveViewer } from '#interact/view/serve-viewer.ts'
import { ServiceError } from '#kernel/errors.ts'
import { connectToPeer } from '#net/peer-socket.ts'
import type { Hosts } from './hosts.ts'
import { passOn } from './pass-on.ts'
import type { RunningSessions } from './running-sessions.ts'
import type { SessionStore } from './session-store.ts'
import type { Signer } from '#storage/signer.ts'

/** What a token permits: the DevTools protocol, looking, or looking and input. */
export type TokenPurpose = 'cdp' | 'view' | 'control'

/** WebSockets of sessions. A token of the session is the permission; it is valid as long as the session runs. */
export interface Connections {
  /** The token of one of a session's URLs. */
  makeToken(id: string, purpose: TokenPurpose): string
  /**
   * Returns what serves a client of the DevTools protocol. `closed` aborts when the connection of the client closes. Fails with
   * `NOT_FOUND` for a wrong token and an ended session.
   */
  connect(
    id: string,
    token: string,
    closed: AbortSignal,
  ): Promise<(socket: WebSocket, wire: Readable) => void>
  /** Returns what serves a viewer. Fails with `NOT_FOUND` like `connect`. */
  view(id: string, token: string, closed: AbortSignal): Promise<(socket: WebSocket) => void>
  /** Whether the token is one of the DevTools protocol whose session runs, in whatever process. */
  isConnectable(id: string, token: string): Promise<boolean>
  /** Whether the token is one of a live view whose session runs, in whatever process. */
  isViewable(id: string, token: string): Promise<boolean>
}

interface ConnectionsDeps {
  readonly running: Pick<RunningSessions, 'get'>
  readonly store: Pick<SessionStore, 'isActive' | 'findOwner'>
  readonly hosts: Pick<Hosts, 'find'>
  /** Id of this process. */
  readonly own: string
  /** Derives tokens, which are stored nowhere. */
  readonly tokens: Signer
}

const connectMsMax = 10_000
const viewersMax = 16
/** Close code of a WebSocket: try again later. */
const tryLater = 1_013

export function createConnections(deps: ConnectionsDeps): Connections {
  const { running, store, hosts, tokens } = deps
  const makeToken = (id: string, purpose: TokenPurpose) =>
    tokens.sign(`${purpose} ${id}`).toString('base64url')
  const isToken = (token: string, id: string, purpose: TokenPurpose) =>
    tokens.isGenuine(token, `${purpose} ${id}`)

  const isOfView = (token: string, id: string) =>
    isToken(token, id, 'view') || isToken(token, id, 'control')

  /** The token is valid in every process. */
  async function elsewhere(
    id: string,
    path: string,
    closed: AbortSignal,
  ): Promise<(socket: WebSocket) => void> {
    const owner = await store.findOwner(id)
    const host = owner === undefined ? undefined : await hosts.find(owner)
    // A session that is this process's own has just ended.
    if (!host || owner === deps.own) throw notFound()
    const url = new URL(path, host.url)
    url.protocol = url.protocol.replace('http', 'ws')
    return passOnTo(url, closed)
  }

  return {
    makeToken,
    async connect(id, token, closed) {
      if (!isToken(token, id, 'cdp')) throw notFound()
      const own = running.get(id)
      if (!own) return elsewhere(id, `/v2/interact/${id}/cdp/${token}`, closed)
      return (socket, wire) => {
        socket.on('message', own.touch)
        own.session.connect(socket, wire)
        const { gone } = own.session
        const end = () => socket.terminate()
        gone.addEventListener('abort', end)
        socket.once('close', () => gone.removeEventListener('abort', end))
      }
    },
    async view(id, token, closed) {
      if (!isOfView(token, id)) throw notFound()
      const own = running.get(id)
      if (!own) return elsewhere(id, `/live/${id}/${token}/socket`, closed)
      if (!own.hasLiveView) throw notFound()
      const hasControl = isToken(token, id, 'control')
      const { session, touch } = own
      return (socket) => {
        if (own.viewers >= viewersMax) return socket.close(tryLater, 'Too many viewers.')
        own.viewers += 1
        socket.on('close', () => (own.viewers -= 1))
        serveViewer(socket, { cast: session.cast, gone: session.gone, hasControl, onInput: touch })
      }
    },
    isConnectable: async (id, token) => isToken(token, id, 'cdp') && (await store.isActive(id)),
    isViewable: async (id, token) => isOfView(token, id) && (await store.isActive(id)),
  }
}

/** Connects to another process. Until a client is served, the connection ends with that of the client. */
async function passOnTo(url: URL, closed: AbortSignal): Promise<(socket: WebSocket) => void> {
  const leaving = new AbortController()
  const leave = () => leaving.abort()
  if (closed.aborted) leave()
  closed.addEventListener('abort', leave)
  const timer = setTimeout(leave, connectMsMax)
  try {
    const upstream = await connectToPeer(url, leaving.signal)
    return (socket) => {
      closed.removeEventListener('abort', leave)
      passOn(socket, upstream)
    }
  } catch {
    throw notFound()
  } finally {
    clearTimeout(timer)
  }
}

const notFound = () => new ServiceError('NOT_FOUND', 'Browser session not found.')
