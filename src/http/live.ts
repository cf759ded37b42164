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
}

const connectionsMax = 1_000
const messageBytesMax = 1_024
const pingMs = 30_000
const reasonBytesMax = 123

/** Serves live routes on the server's own port; the key comes as the sub-protocol. */
export function mountLive(app: FastifyInstance, parts: LiveParts): void {
  const enter = createEntrance(parts)
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: messageBytesMax,
    handleProtocols: ([first = '']) => first,
  })
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const route = parts.live.find(({ path }) => idIn(request, path) !== undefined)
    if (!route || sockets.clients.size >= connectionsMax) {
      const status = route ? '503 Service Unavailable' : '404 Not Found'
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
      return
    }
    sockets.handleUpgrade(request, socket, head, (open) => {
      void serve(open, { route, request, enter, parts })
    })
  })
  // The server waits for its connections, and these would not end by themselves.
  app.addHook('preClose', async () => {
    for (const open of sockets.clients) open.close(goingAway)
    sockets.close()
  })
}

interface Connection {
  readonly route: LiveRoute
  readonly request: IncomingMessage
  readonly enter: ReturnType<typeof createEntrance>
  readonly parts: LiveParts
}

async function serve(open: WebSocket, { route, request, enter, parts }: Connection): Promise<void> {
  const left = new AbortController()
  open.on('close', () => left.abort())
  open.on('error', () => open.terminate())
  const pulse = keepAlive(open)
  try {
    const account = await enter(`Bearer ${open.protocol}`, request)
    refuseRestrictedKey(account, route.group)
    await parts.rateLimits.take(account.teamId, 'status', account.plan.requestsPerMinute.status)
    const call = {
      account,
      operationId: newId(),
      requestId: requestId(request),
      signal: left.signal,
    }
    const id = idIn(request, route.path) ?? ''
    for await (const frame of route.frames(id, call)) await send(open, frame)
    await send(open, { type: 'done' })
    open.close(1000, JSON.stringify({ type: 'done' }))
  } catch (thrown) {
    if (left.signal.aborted) return
    const failure = ServiceError.from(thrown)
    const { code } = failure
    // The reason in whole has no room in a frame.
    const message = code === 'FORBIDDEN' ? failures.FORBIDDEN.message : failure.message
    if (code === 'UNKNOWN_ERROR') parts.log.error({ err: failure.cause }, 'live answer failed')
    open.close(closeCodes[code] ?? internalError, reasonOf(message))
  } finally {
    clearInterval(pulse)
  }
}

const goingAway = 1001
const internalError = 1011
const closeCodes: Readonly<Record<string, number>> = {
  NOT_FOUND: 1008,
  BAD_REQUEST: 1008,
  UNAUTHORIZED: 3000,
  FORBIDDEN: 3003,
  RATE_LIMIT_EXCEEDED: 1013,
}

/** A close frame has room for 123 bytes. */
function reasonOf(error: string): string {
  const reason = JSON.stringify({ type: 'error', error })
  if (Buffer.byteLength(reason) <= reasonBytesMax) return reason
  return JSON.stringify({ type: 'error', error: error.slice(0, reasonBytesMax / 4) })
}

/** Resolves when the frame is on its way, so that a slow reader slows the telling down. */
function send(open: WebSocket, frame: object): Promise<void> {
  return new Promise((resolve, reject) => {
    open.send(JSON.stringify(frame), (error) => (error ? reject(error) : resolve()))
  })
}

/** A reader that answers no ping is gone. */
function keepAlive(open: WebSocket): NodeJS.Timeout {
  let isAlive = true
  open.on('pong', () => (isAlive = true))
  return setInterval(() => {
    if (!isAlive) open.terminate()
    isAlive = false
    open.ping()
  }, pingMs)
}

function idIn({ url = '' }: IncomingMessage, path: string): string | undefined {
  const { pathname } = new URL(url, 'http://host')
  const rest = pathname.startsWith(`${path}/`) ? pathname.slice(path.length + 1) : ''
  return rest !== '' && !rest.includes('/') ? rest : undefined
}
