import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { ServiceError } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import { watchAcceptDelay, type ConnectToSelf } from './accept-delay.ts'
import {
  createAdmission,
  createAdmitAnywhere,
  createEntrance,
  type AdmissionParts,
} from './admission.ts'
import type { AdmitSocketParts } from './admit-socket.ts'
import { cappedBody } from './body-cap.ts'
import { createClosing, type Closing } from './closing.ts'
import { createConsoleEntrance, type ConsoleEntranceParts } from './console-entrance.ts'
import { createConsoleGate } from './console-gate.ts'
import { corsHeaders, preflightHeaders, sessionHeaders } from './cors.ts'
import { isEvents, isSocket, type Endpoint, type MissingEndpoint } from './endpoint.ts'
import { bodyBytesMax, toServiceError } from './error-responses.ts'
import { serveEvents } from './events.ts'
import { filesEndpoint, type ReadFile } from './files.ts'
import { guarded } from './guarded.ts'
import { healthEndpoints, type IsReady } from './health.ts'
import { createOnce, type Idempotency } from './idempotent.ts'
import { checkRequest } from './invalid-request.ts'
import { readJsonInSteps } from './json-body.ts'
import { isApiPath } from './api-path.ts'
import { isGone } from './is-gone.ts'
import { keepAccepting } from './keep-accepting.ts'
import { eligibilityEndpoint } from './keyless-eligibility.ts'
import { createKeyless, keylessBodyBytesMax } from './keyless.ts'
import type { LoadShedding } from './load-shedding.ts'
import { refuseMalformedRequest } from './malformed-request.ts'
import { metricsEndpoint } from './metrics-endpoint.ts'
import type { Metrics } from './metrics.ts'
import { mountEndpoints, type RequestEndpoint } from './mount-endpoints.ts'
import { createReadForm, type KeepUpload } from './multipart.ts'
import { refuseNul } from './nul.ts'
import { createObserver, onceFinished } from './observe.ts'
import { createPerform } from './perform.ts'
import { openapiEndpoint } from './openapi.ts'
import { createFindMethods } from './other-methods.ts'
import { createAssertOwnHost } from './own-host.ts'
import { pageEndpoints } from './pages.ts'
import { requestId } from './request-id.ts'
import { addResponseHooks, readMethods } from './response-hooks.ts'
import { sendFailure, sendFailures } from './send-failures.ts'
import { createSlowUploads, type SlowUploads } from './slow-uploads.ts'
import { createTokenRate } from './token-rate.ts'
import { createUnreadResponses } from './unread-responses.ts'

const defaultTimes = {
  /** Bodies other than files, and how often Node looks for those that take longer. */
  bodyMsMax: 60_000,
  lookEveryMs: 30_000,
  /** Bodies of requests without a key. */
  keylessBodyMsMax: 5_000,
  /** Files. */
  idleMsMax: 30_000,
  msMax: 10 * 60_000,
  /** How long a response may stall because its client does not read. */
  stalledMsMax: 60_000,
  /** Open WebSockets. */
  keyCheckMs: 5_000,
  /** Closing: together well below the 30 seconds in which the process has to end. */
  drainMsMax: 20_000,
  transferMsMax: 8_000,
  graceMs: 500,
}
type Times = typeof defaultTimes
const parameterLengthMax = 1_024
/** Each limit of a request listens to its end. */
const closeListenersMax = 32

const allowOrigin = 'access-control-allow-origin'

/** What the server is made of. */
export interface ServerParts extends AdmissionParts, AdmitSocketParts, ConsoleEntranceParts {
  /** Endpoints of the features. */
  readonly endpoints: readonly Endpoint[]
  /** Endpoints of the API that return 501. */
  readonly missingEndpoints?: readonly MissingEndpoint[]
  readonly idempotency: Idempotency
  readonly isReady: IsReady
  readonly readFile: ReadFile
  readonly keepUpload: KeepUpload
  readonly log: Log
  readonly version: string
  /** Disposed of with the server. */
  readonly loadShedding: LoadShedding
  readonly connectToSelf: ConnectToSelf
  readonly metrics: Metrics
  /** Whether `/metrics` is served on the port of the API. */
  readonly servesMetrics: boolean
  /** Less memory for responses that are not read, for tests. */
  readonly unreadBytesMax?: number
  /** Shorter times for tests. */
  readonly times?: Partial<Times>
}

/** The HTTP server of a list of endpoints: admission, validation, error responses, CORS, OpenAPI, health and metrics. */
export function createServer(parts: ServerParts): FastifyInstance {
  const { log, loadShedding } = parts
  const times = { ...defaultTimes, ...parts.times }
  const uploads = createSlowUploads(times)
  const app = createApp(parts, times, uploads)
  const closing = createClosing(app.server, loadShedding, times)
  const endpoints = [...parts.endpoints, ...ownEndpoints(parts, closing)]
  const upgraded = { endpoints: endpoints.filter(isEvents), sockets: endpoints.filter(isSocket) }
  const unread = createUnreadResponses(parts.unreadBytesMax)
  const events = serveEvents(app.server, { ...parts, ...upgraded, times, unread })
  keepAccepting(app.server, log)
  const acceptDelay = watchAcceptDelay(app.server, parts.connectToSelf)
  loadShedding.watch(acceptDelay)

  const entrance = createConsoleEntrance(parts)
  addHooks(app, { ...parts, endpoints, closing, times, entrance })
  addResponseHooks(app, { unread, closing, times })
  app.addHook('preClose', () => closing.drain())
  app.addHook('preClose', async () => acceptDelay[Symbol.dispose]())
  app.addHook('preClose', async () => events.close())
  app.addHook('onClose', async () => loadShedding[Symbol.dispose]())
  sendFailures(app, log)
  mountEndpoints(app, endpoints.filter(isRequest), {
    once: createOnce(parts.idempotency),
    readForm: createReadForm({ keepUpload: parts.keepUpload, uploads }),
    uploads,
    countToken: createTokenRate(),
    readVisitor: (request) => entrance.readVisitor(request),
    performFor: createPerform(parts),
    assertOwnHost: createAssertOwnHost(parts),
  })
  return app
}

/** Endpoints of the server itself. */
function ownEndpoints(parts: ServerParts, closing: Closing): Endpoint[] {
  const { endpoints, version, metrics } = parts
  return [
    ...healthEndpoints(parts.isReady, closing),
    ...pageEndpoints(version),
    filesEndpoint(parts.readFile),
    ...(parts.keyless ? [eligibilityEndpoint(parts.keyless)] : []),
    openapiEndpoint(endpoints, version),
    ...(parts.servesMetrics ? [metricsEndpoint(metrics)] : []),
  ]
}

const isRequest = (endpoint: Endpoint): endpoint is RequestEndpoint =>
  !isEvents(endpoint) && !isSocket(endpoint)

const decorations = ['account', 'session', 'uploadedFile', 'leave', 'leaveKeyless'] as const

/** Observes, admits and counts every request before its body is read. */
function addHooks(
  app: FastifyInstance,
  parts: ServerParts & {
    readonly closing: Closing
    readonly times: Times
    readonly entrance: ReturnType<typeof createConsoleEntrance>
  },
): void {
  const { closing, loadShedding, log } = parts
  const observe = createObserver(parts.metrics, log)
  const keyless = createKeyless(parts.times.keylessBodyMsMax, log)
  const admit = createAdmitRequest(parts)
  const sendMethods = createSendMethods(parts)
  for (const name of decorations) app.decorateRequest(name, undefined)
  app.addHook('onRequest', async (request, reply) => {
    const { endpoint } = request.routeOptions.config
    const isOperational = endpoint?.access === 'public' && endpoint.isOperational === true
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
    observe(reply.raw, () => ({
      method: request.method,
      requestId: request.id,
      route: endpoint?.path,
      isOperational,
      account: request.account,
    }))
    if (isOperational) return
    if (await isGone(request.raw)) {
      reply.hijack()
      return
    }
    reply.raw.setMaxListeners(closeListenersMax)
    if (isApiPath(request.url)) reply.headers({ ...corsHeaders, 'cache-control': 'no-store' })
    onceFinished(reply.raw, closing.enter())
    await admit(endpoint, request, reply)
    if (request.account && request.account.principal.kind !== 'keyless') return
    request.leaveKeyless = keyless.enter(request.ip, {
      request: request.raw,
      response: reply.raw,
      sendsFile: request.account !== undefined && isForm(request),
    })
    if (!endpoint) await sendMethods(request, reply)
  })
  app.addHook('preParsing', async (request, _reply, body) => {
    if (!request.leaveKeyless || isFile(request) || readMethods.has(request.method)) return body
    if (Number(request.headers['content-length'] ?? 0) > keylessBodyBytesMax)
      throw new ServiceError('PAYLOAD_TOO_LARGE')
    return cappedBody(body, keylessBodyBytesMax)
  })
  // A request is not counted while its body arrives or its response is read, which the client can delay.
  app.addHook('preHandler', async (request, reply) => {
    const access = request.routeOptions.config.endpoint?.access
    if (access !== 'key' && access !== 'console') return
    request.leave = loadShedding.enter(request.account?.teamId)
    onceFinished(reply.raw, request.leave)
  })
  app.addHook('onSend', async (request) => request.leave?.())
}

/** Files have limits of their own, and are not kept in memory. */
const isFile = (request: FastifyRequest) => isForm(request) || getBodyType(request) === 'stream'

const isForm = (request: FastifyRequest) =>
  getBodyType(request) === 'form' &&
  request.headers['content-type']?.toLowerCase().startsWith('multipart/form-data') === true

function getBodyType({ routeOptions }: FastifyRequest) {
  const { endpoint } = routeOptions.config
  return endpoint && 'body' in endpoint ? endpoint.body?.type : undefined
}

type HookParts = Parameters<typeof addHooks>[1]

/** Admits requests to endpoints that need a key or a session. */
function createAdmitRequest(parts: HookParts) {
  const { entrance, loadShedding } = parts
  const admit = createAdmission({ ...parts, enterConsole: entrance.enter })
  const admitConsole = createConsoleGate(entrance)
  return async function admitRequest(
    endpoint: RequestEndpoint | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    if (endpoint?.access === 'console') {
      reply.headers(sessionHeaders)
      request.session = await admitConsole(endpoint, request)
      request.account = request.session?.account
      return
    }
    if (endpoint?.access !== 'key') return
    if (endpoint.hasKeyInPath) readPathKey(request)
    const leave = loadShedding.enter()
    await admit(endpoint, request, {
      onAccount: (account) => (request.account = account),
      onSession: () => void reply.headers(sessionHeaders).removeHeader(allowOrigin),
      setHeaders: (headers) => void reply.headers(headers),
    }).finally(leave)
  }
}

/** The key of the path replaces the header. */
function readPathKey({ params, raw }: FastifyRequest): void {
  const { key = '' } = params as { readonly key?: string }
  raw.headers.authorization = `Bearer ${key}`
}

/** Responds to requests that match no endpoint, before their body is read. */
function createSendMethods(parts: HookParts) {
  const findMethods = createFindMethods({
    endpoints: parts.endpoints,
    missingEndpoints: parts.missingEndpoints ?? [],
    enter: createEntrance(parts),
    admitAnywhere: createAdmitAnywhere(parts),
  })
  return async function sendMethods(request: FastifyRequest, reply: FastifyReply) {
    const methods = await findMethods(request.raw)
    reply.header('allow', methods.join(', '))
    if (request.method !== 'OPTIONS') throw new ServiceError('METHOD_NOT_ALLOWED')
    return reply.headers(preflightHeaders(methods)).code(204).send()
  }
}

function createApp(
  { trustedProxies, log }: Pick<ServerParts, 'trustedProxies' | 'log'>,
  times: Times,
  uploads: SlowUploads,
): FastifyInstance {
  const app = Fastify({
    bodyLimit: bodyBytesMax,
    requestTimeout: times.bodyMsMax,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    return503OnClosing: false,
    genReqId: requestId,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: parameterLengthMax },
    frameworkErrors(thrown, request, reply) {
      reply.headers({ 'x-request-id': request.id, ...corsHeaders })
      sendFailure(reply, toServiceError(thrown))
    },
    // Node reports this once and leaves the connection to the handler.
    clientErrorHandler: guarded(
      log,
      (error: Error, socket: Socket) =>
        uploads.excuses(error, socket) || refuseMalformedRequest(error, socket),
    ),
    http: {
      // Upgrades to other protocols, as of curl --http2, are handled as plain requests.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
      requireHostHeader: false,
      headersTimeout: times.bodyMsMax,
      connectionsCheckingInterval: times.lookEveryMs,
    },
  })
  // Unknown expectations are ignored; without a listener Node would respond to them.
  app.server.on(
    'checkExpectation',
    guarded(log, (request: IncomingMessage, response: ServerResponse) =>
      app.routing(request, response),
    ),
  )
  app.setValidatorCompiler<z.ZodType>(({ schema, httpPart }) => (data) => {
    if (httpPart !== 'body') refuseNul(data)
    return checkRequest(schema, data, httpPart)
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => readJsonInSteps(body),
  )
  return app
}
