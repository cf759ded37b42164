import { createHash, randomBytes } from 'node:crypto'
import type { WebSocket } from 'ws'
import type { Account } from '#kernel/account.ts'
import type { Call } from '#kernel/call.ts'
import { ServiceError, type ErrorCode } from '#kernel/errors.ts'
import { connectToPeer } from '#net/peer-socket.ts'
import type { Host } from './hosts.ts'
import { ScrapeHasSessionError } from './admission.ts'
import type { NewSessionRequest } from './sessions.ts'
import type { SessionWork, WorkResult } from './work.ts'
import type { Signer } from '#storage/signer.ts'

/** What a process asks another one to do with a session. */
export type PeerRequest =
  | { readonly type: 'create'; readonly request: NewSessionRequest }
  | { readonly type: 'work'; readonly id: string; readonly work: SessionWork }

export type PeerResult = { readonly id: string } | WorkResult

/** Calls between the processes of the service: one signed message each way over a WebSocket. */
export interface PeerCalls {
  /** Fails with what the other process fails with, and with `BROWSER_SESSION_FAILED` if it cannot be reached. */
  ask(host: Host, request: PeerRequest, call: Call): Promise<PeerResult>
  /** Returns what serves a call. Fails with `NOT_FOUND` for a token that is forged, old or used. */
  accept(token: string): (socket: WebSocket) => void
}

interface PeerCallsDeps {
  /** Id of this process. */
  readonly own: string
  /** Signs calls; all processes have it. */
  readonly signer: Signer
  readonly handle: (request: PeerRequest, call: Call) => Promise<PeerResult>
}

/** A process did not accept the connection: it has not received the call. */
export class PeerUnreachableError extends ServiceError {
  override name = 'PeerUnreachableError'
  constructor(cause: unknown) {
    super('BROWSER_SESSION_FAILED', lostText, { cause })
  }
}

const lostText = 'The process that runs this browser session did not respond.'

export const peerPath = '/internal/browser-sessions'
/** Clocks of machines differ a little. */
const validMs = 10_000
const askMsMax = 700_000

interface Message {
  readonly request: PeerRequest
  readonly call: {
    readonly account: Account
    readonly operationId: string
    readonly requestId: string
  }
}

type Reply =
  | { readonly result: PeerResult }
  | {
      readonly failure: { code: ErrorCode; message: string; retryAfterSeconds?: number | undefined }
    }
  | { readonly hasSession: true }

const hashText = (text: string) => createHash('sha256').update(text).digest('base64url')

export function createPeerCalls({ own, signer, handle }: PeerCallsDeps): PeerCalls {
  const used = new Set<string>()
  return {
    async ask(host, request, { account, operationId, requestId, signal }) {
      const text = JSON.stringify({ request, call: { account, operationId, requestId } })
      const nonce = randomBytes(16).toString('base64url')
      const parts = `${Date.now() + validMs}~${nonce}~${hashText(text)}`
      const url = new URL(
        `${peerPath}/${parts}~${signer.sign(`${host.id} ${parts}`).toString('base64url')}`,
        host.url,
      )
      url.protocol = url.protocol.replace('http', 'ws')
      const ends = AbortSignal.any([signal, AbortSignal.timeout(askMsMax)])
      return readOutcome(await exchange(url, text, ends))
    },
    accept(token) {
      const [expiresAt = '', nonce = '', hash = '', signature = ''] = token.split('~')
      const isGenuine = signer.isGenuine(signature, `${own} ${expiresAt}~${nonce}~${hash}`)
      const leftMs = Number(expiresAt) - Date.now()
      if (!isGenuine || leftMs < 0 || used.has(nonce)) throw new ServiceError('NOT_FOUND')
      used.add(nonce)
      setTimeout(() => used.delete(nonce), leftMs + validMs).unref()
      return (socket) => serve(socket, hash, handle)
    },
  }
}

async function exchange(url: URL, text: string, signal: AbortSignal): Promise<Reply> {
  const socket = await connectToPeer(url, signal).catch((cause: unknown) => {
    signal.throwIfAborted()
    throw new PeerUnreachableError(cause)
  })
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  socket.once('message', (data) => {
    resolve(JSON.parse(Buffer.isBuffer(data) ? data.toString() : '{}') as Reply)
    socket.close()
  })
  socket.once('close', () => reject(signal.aborted ? signal.reason : lost()))
  socket.resume()
  socket.send(text)
  return promise
}

const lost = () => new ServiceError('BROWSER_SESSION_FAILED', lostText)

function readOutcome(reply: Reply): PeerResult {
  if ('result' in reply) return reply.result
  if ('hasSession' in reply) throw new ScrapeHasSessionError()
  const { code, message, retryAfterSeconds } = reply.failure
  throw new ServiceError(
    code,
    message,
    retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
  )
}

/** Serves one call. It is aborted when the socket closes. */
function serve(socket: WebSocket, hash: string, handle: PeerCallsDeps['handle']): void {
  const left = new AbortController()
  socket.on('error', () => socket.terminate())
  socket.on('close', () => left.abort(new Error('The caller has gone.')))
  socket.once('message', (data) => {
    const text = Buffer.isBuffer(data) ? data.toString() : ''
    if (hashText(text) !== hash) {
      socket.terminate()
      return
    }
    // The signature covers the message: it comes from a process of this service.
    const { request, call } = JSON.parse(text) as Message
    void answer(socket, handle(request, { ...call, signal: left.signal }))
  })
}

async function answer(socket: WebSocket, work: Promise<PeerResult>): Promise<void> {
  const reply = await makeReply(work)
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(reply))
}

async function makeReply(work: Promise<PeerResult>): Promise<Reply> {
  try {
    return { result: await work }
  } catch (thrown) {
    if (thrown instanceof ScrapeHasSessionError) return { hasSession: true }
    const { code, message, retryAfterSeconds } = ServiceError.from(thrown)
    return { failure: { code, message, retryAfterSeconds } }
  }
}
