import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { WebSocketServer, type WebSocket } from 'ws'
import type { EndpointGroup } from '#kernel/account.ts'
import type { Call } from '#kernel/call.ts'
import { failures, ServiceError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import {
  createEntrance,
  refuseRestrictedKey,
  type AdmissionParts,
  type EntranceParts,
} from './admission.ts'
import { answerRaw } from './garbage.ts'
import { guarded } from './guarded.ts'
import { requestId } from './request-id.ts'

/** Something that is told as it happens, over a WebSocket (contract section 9.7). */
export interface LiveRoute {
  /** `/v2/crawl`: what follows is the id. */
  readonly path: `/${string}`
  readonly group: EndpointGroup
  /** Frames until there is nothing more to tell. Fails as the routes do. */
  readonly frames: (id: string, call: Call) => AsyncIterable<object>
}

interface LiveParts extends EntranceParts, Pick<AdmissionParts, 'rateLimits'> {
  readonly live: readonly LiveRoute[]
  readonly log: Log
  readonly times: {
    /** How often an open connection checks that its key is still valid. */
    readonly keyCheckMs: number
  }
}

const connectionsMax = 1_000
const messageBytesMax = 1_024
const pingMs = 30_000
const reasonBytesMax = 123

/** How long the other side may take to answer a close frame. */
const closeMsMax = 2_000

const socketOptions = {
  noServer: true,
  maxPayload: messageBytesMax,
  closeTimeout: closeMsMax,
  handleProtocols: ([first = '']: Set<string>) => first,
}

/** Serves live routes on the server's own port; the key comes as the sub-protocol. */
export function mountLive(app: FastifyInstance, parts: LiveParts): void {
  const enter = createEntrance(parts)
  const { log } = parts
  const sockets = new WebSocketServer(socketOptions)
  const accept = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const target = targetOf(request, parts.live)
    if (sockets.clients.size >= connectionsMax)
      throw new ServiceError('SERVICE_UNAVAILABLE', 'Too many open WebSockets. Try again later.')
    sockets.handleUpgrade(
      request,
      socket,
      head,
      guarded(log, (open: WebSocket) => serve(open, { ...target, request, enter, parts })),
    )
  }
  app.server.on(
    'upgrade',
    guarded(log, (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      socket.on('error', () => socket.destroy())
      try {
        accept(request, socket, head)
      } catch (thrown) {
        const failure = ServiceError.from(thrown)
        if (failure.code === 'UNKNOWN_ERROR') log.error({ err: failure.cause }, 'upgrade failed')
        answerRaw(socket, failure)
      }
    }),
  )
  // The server waits for its connections, and these would not end by themselves.
  app.addHook('preClose', async () => {
    for (const open of sockets.clients) open.close(goingAway)
    sockets.close()
  })
}

interface Target {
  readonly route: LiveRoute
  readonly id: string
}

interface Connection extends Target {
  readonly request: IncomingMessage
  readonly enter: ReturnType<typeof createEntrance>
  readonly parts: LiveParts
}

async function serve(open: WebSocket, connection: Connection): Promise<void> {
  const { route, id, request, parts } = connection
  const left = new AbortController()
  open.on('error', () => open.terminate())
  open.on('close', () => left.abort())
  const admit = async () => {
    const account = await connection.enter(`Bearer ${open.protocol}`, request)
    refuseRestrictedKey(account, route.group)
    return account
  }
  try {
    const account = await admit()
    using watch = watchKey(open, admit, parts)
    void watch
    await parts.rateLimits.take(account.teamId, 'status', account.plan.requestsPerMinute.status)
    const { signal } = left
    const call = { account, operationId: newId(), requestId: requestId(request), signal }
    for await (const frame of route.frames(id, call)) await send(open, frame)
    await send(open, { type: 'done' })
    open.close(1000, JSON.stringify({ type: 'done' }))
  } catch (thrown) {
    if (!left.signal.aborted) closeWith(open, thrown, parts.log)
  }
}

/** Closes with the code and the text of a failure. */
function closeWith(open: WebSocket, thrown: unknown, log: Log): void {
  const failure = ServiceError.from(thrown)
  const { code } = failure
  // The whole reason does not fit into a close frame.
  const message = code === 'FORBIDDEN' ? failures.FORBIDDEN.message : failure.message
  if (code === 'UNKNOWN_ERROR') log.error({ err: failure.cause }, 'live answer failed')
  open.close(closeCodes[code] ?? internalError, reasonOf(message))
}

/** Pings, so that a reader that has gone is noticed, and closes the connection once its key is no longer admitted. */
function watchKey(
  open: WebSocket,
  admit: () => Promise<unknown>,
  { log, times }: Pick<LiveParts, 'log' | 'times'>,
): Disposable {
  let isAlive = true
  open.on('pong', () => (isAlive = true))
  const ping = () => {
    if (!isAlive) open.terminate()
    isAlive = false
    if (open.readyState === open.OPEN) open.ping()
  }
  const check = async () => {
    try {
      await admit()
    } catch (thrown) {
      // A database that cannot be asked says nothing about the key.
      if (thrown instanceof ServiceError && isRefusal(thrown)) closeWith(open, thrown, log)
    }
  }
  const timers = [
    setInterval(guarded(log, ping), pingMs),
    setInterval(guarded(log, check), times.keyCheckMs),
  ]
  return {
    [Symbol.dispose]() {
      for (const timer of timers) clearInterval(timer)
    },
  }
}

const isRefusal = ({ code }: ServiceError) => code === 'UNAUTHORIZED' || code === 'FORBIDDEN'

const goingAway = 1001
const internalError = 1011
const closeCodes: Readonly<Record<string, number>> = {
  NOT_FOUND: 1008,
  BAD_REQUEST: 1008,
  UNAUTHORIZED: 3000,
  FORBIDDEN: 3003,
  RATE_LIMIT_EXCEEDED: 1013,
}

/** The close reason as JSON, cut so that it fits the 123 bytes of a close frame. */
function reasonOf(error: string): string {
  for (let { length } = error; ; length = Math.floor(length / 2)) {
    const reason = JSON.stringify({ type: 'error', error: error.slice(0, length) })
    if (Buffer.byteLength(reason) <= reasonBytesMax) return reason
  }
}

/** Resolves when the frame is on its way, so that a slow reader slows the telling down. */
function send(open: WebSocket, frame: object): Promise<void> {
  return new Promise((resolve, reject) => {
    open.send(JSON.stringify(frame), (error) => (error ? reject(error) : resolve()))
  })
}

/** The route of an upgrade and the id in its path. Fails with `BAD_REQUEST` for what is no URL, and with `NOT_FOUND`. */
function targetOf({ url = '' }: IncomingMessage, routes: readonly LiveRoute[]): Target {
  const path = url.split('?', 1)[0] ?? ''
  if (!url.startsWith('/') || !URL.canParse(url, 'http://host')) {
    throw new ServiceError('BAD_REQUEST', 'The target of the request is not a valid URL.')
  }
  for (const route of routes) {
    const id = path.startsWith(`${route.path}/`) ? path.slice(route.path.length + 1) : ''
    if (id !== '' && !id.includes('/')) return { route, id }
  }
  throw new ServiceError('NOT_FOUND')
}
