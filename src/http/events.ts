import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import { failures, ServiceError } from '#kernel/errors.ts'
import { sharedSlots } from '#kernel/fair-share.ts'
import { newId } from '#kernel/ids.ts'
import { createTeamSlots } from '#kernel/team-slots.ts'
import type { Log } from '#kernel/log.ts'
import type { AdmissionParts } from './admission.ts'
import { createAdmitSocket, type AdmitSocketParts } from './admit-socket.ts'
import { createClientAddress } from './client-address.ts'
import type { EventsEndpoint, SocketEndpoint } from './endpoint.ts'
import { sendRawFailure } from './malformed-request.ts'
import { guarded } from './guarded.ts'
import { createOpenCount } from './keyless.ts'
import { matchPath, splitSegments } from './path-pattern.ts'
import { requestId } from './request-id.ts'
import type { UnreadResponses } from './unread-responses.ts'

interface EventsParts extends AdmitSocketParts, Pick<AdmissionParts, 'rateLimits'> {
  readonly endpoints: readonly EventsEndpoint[]
  readonly sockets: readonly SocketEndpoint[]
  readonly log: Log
  /** Shared with the responses to requests. */
  readonly unread: Pick<UnreadResponses, 'enter'>
  readonly times: {
    /** How often an open connection checks that its key is still valid. */
    readonly keyCheckMs: number
  }
}

/** Of teams whose key is known. Those of tokens count for all. */
const teamSockets = {
  perTeamMax: 800,
  ceiling: 200,
  refusal: 'Too many open WebSockets. Try again later.',
}
const connectionsMax = sharedSlots(teamSockets.perTeamMax).slots
/** Of clients whose key is being checked. */
const openingMax = { what: 'WebSockets', all: 500, perAddress: 100 }
const messageBytesMax = 1_024
/** Messages of sockets that a feature serves. */
const socketMessageBytesMax = 16 * 1_024 ** 2
const pingMs = 30_000
const reasonBytesMax = 123

/** Time for the client to respond to a close frame. */
const closeMsMax = 2_000

const socketOptions = {
  noServer: true,
  maxPayload: messageBytesMax,
  closeTimeout: closeMsMax,
  handleProtocols: ([first = '']: Set<string>) => first,
}

const featureSocketOptions = {
  noServer: true,
  maxPayload: socketMessageBytesMax,
  closeTimeout: closeMsMax,
  // One message of a client in a turn of the event loop: a chunk can contain thousands.
  allowSynchronousEvents: false,
}

/** Serves JSON messages over WebSockets on the port of the API; the sub-protocol carries the API key, or a ticket of the console. */
export function serveEvents(server: Server, parts: EventsParts) {
  const admitSocket = createAdmitSocket(parts)
  const { log } = parts
  const sockets = new WebSocketServer(socketOptions)
  const featureSockets = new WebSocketServer(featureSocketOptions)
  const takeOpening = createOpenCount(openingMax)
  const clientAddress = createClientAddress(parts.trustedProxies, parts.isListed)
  const teams = createTeamSlots(teamSockets)
  const refuseTooMany = () => {
    if (featureSockets.clients.size + teams.taken >= connectionsMax) throw tooMany()
  }
  const enter = (teamId: string) => {
    refuseTooMany()
    return teams.enter(teamId)
  }
  const accept = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const target = findTarget(request, [...parts.endpoints, ...parts.sockets])
    const { endpoint, params } = target
    if (endpoint.access === 'token') {
      refuseTooMany()
      const closed = watchClosing(socket)
      const serveSocket = await endpoint.handle({ params, query: readQuery(request), closed })
      const serveOpen = guarded(log, (open: WebSocket) => serveSocket(open, socket))
      featureSockets.handleUpgrade(request, socket, head, serveOpen)
      return
    }
    const isChecked = takeOpening(clientAddress(request))
    socket.once('close', isChecked)
    const events = { endpoint, params, isChecked, enter }
    sockets.handleUpgrade(
      request,
      socket,
      head,
      guarded(log, (open: WebSocket) => serve(open, { ...events, request, admitSocket, parts })),
    )
  }
  server.on(
    'upgrade',
    guarded(log, async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      socket.on('error', () => socket.destroy())
      try {
        await accept(request, socket, head)
      } catch (thrown) {
        const failure = ServiceError.from(thrown)
        if (failure.code === 'UNKNOWN_ERROR') log.error({ err: failure.cause }, 'upgrade failed')
        sendRawFailure(socket, failure)
      }
    }),
  )
  return {
    /** Closes every WebSocket, because the server waits for its connections to end. */
    close() {
      for (const server of [sockets, featureSockets]) {
        for (const open of server.clients) open.close(goingAway)
        server.close()
      }
    },
  }
}

function watchClosing(socket: Duplex): AbortSignal {
  const closing = new AbortController()
  socket.once('close', () => closing.abort())
  if (socket.closed) closing.abort()
  return closing.signal
}

interface Target {
  readonly endpoint: EventsEndpoint
  readonly params: Readonly<Record<string, string>>
}

const tooMany = () => new ServiceError('SERVICE_UNAVAILABLE', teamSockets.refusal)

interface Connection extends Target {
  /** Call it when its key has been checked. */
  readonly isChecked: () => void
  /** Counts it for its team, whose key is valid, until it is disposed of. */
  readonly enter: (teamId: string) => Disposable
  readonly request: IncomingMessage
  readonly admitSocket: ReturnType<typeof createAdmitSocket>
  readonly parts: EventsParts
}

async function serve(open: WebSocket, connection: Connection): Promise<void> {
  const { endpoint, params, request, parts } = connection
  const left = new AbortController()
  open.on('error', () => open.terminate())
  open.on('close', () => left.abort())
  try {
    const admit = await connection.admitSocket(open.protocol, request, endpoint)
    const account = await admit().finally(connection.isChecked)
    using counted = connection.enter(account.teamId)
    void counted
    using watch = watchKey(open, admit, parts)
    void watch
    const { bucket } = endpoint
    await parts.rateLimits.take(account.teamId, bucket, account.plan.requestsPerMinute[bucket])
    const { signal } = left
    const call = { account, operationId: newId(), requestId: requestId(request), signal }
    const query = readQuery(request)
    for await (const message of endpoint.handle({ params, query, call })) {
      using room = await parts.unread.enter(account.teamId, message.length, signal)
      void room
      await send(open, message)
    }
    await send(open, JSON.stringify({ type: 'done' }))
    open.close(1000, JSON.stringify({ type: 'done' }))
  } catch (thrown) {
    if (!left.signal.aborted) closeWith(open, thrown, parts.log)
  }
}

/** Closes with the code and the text of an error. */
function closeWith(open: WebSocket, thrown: unknown, log: Log): void {
  const failure = ServiceError.from(thrown)
  const { code } = failure
  // The text of a restriction is too long for a close frame.
  const message = code === 'FORBIDDEN' ? failures.FORBIDDEN.message : failure.message
  if (code === 'UNKNOWN_ERROR') log.error({ err: failure.cause }, 'event stream failed')
  open.close(closeCodes[code] ?? internalError, readReason(message))
}

/** Pings to detect disconnected clients, and closes the connection when its key or session becomes invalid. */
function watchKey(
  open: WebSocket,
  admit: () => Promise<unknown>,
  { log, times }: Pick<EventsParts, 'log' | 'times'>,
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
      // A database failure does not mean that the key is invalid.
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
  SERVICE_UNAVAILABLE: 1013,
}

/** The close reason as JSON, truncated to the 123 bytes of a close frame. */
function readReason(error: string): string {
  for (let { length } = error; ; length = Math.floor(length / 2)) {
    const reason = JSON.stringify({ type: 'error', error: error.slice(0, length) })
    if (Buffer.byteLength(reason) <= reasonBytesMax) return reason
  }
}

/** Resolves when the message has been written, so that a slow reader applies backpressure. */
function send(open: WebSocket, text: string | Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    open.send(text, { binary: false }, (error) => (error ? reject(error) : resolve()))
  })
}

/** The endpoint of an upgrade. Fails with `BAD_REQUEST` for a target that is not a URL, and with `NOT_FOUND`. */
function findTarget<Found extends EventsEndpoint | SocketEndpoint>(
  { url = '' }: IncomingMessage,
  endpoints: readonly Found[],
): { readonly endpoint: Found; readonly params: Target['params'] } {
  if (!url.startsWith('/') || !URL.canParse(url, 'http://host')) {
    throw new ServiceError('BAD_REQUEST', 'The target of the request is not a valid URL.')
  }
  const segments = splitSegments(url.split('?', 1)[0] ?? '')
  for (const endpoint of endpoints) {
    const params = matchPath(splitSegments(endpoint.path), segments)
    if (params) return { endpoint, params }
  }
  throw new ServiceError('NOT_FOUND')
}

const readQuery = ({ url = '' }: IncomingMessage) => new URL(url, 'http://host').searchParams
