import type { Log } from '#kernel/log.ts'
import { watchAcceptDelay, type ConnectToSelf } from './accept-delay.ts'
import type { AdmissionParts } from './admission.ts'
import type { AdmitSocketParts } from './admit-socket.ts'
import { createClosing, type Closing } from './closing.ts'
import { createConsoleEntrance, type ConsoleEntranceParts } from './console-entrance.ts'
import { isEvents, isSocket, type Endpoint, type MissingEndpoint } from './endpoint.ts'
import { serveEvents } from './events.ts'
import { filesEndpoint, type ReadFile } from './files.ts'
import { healthEndpoints, type IsReady } from './health.ts'
import { createOnce, type Idempotency } from './idempotent.ts'
import { keepAccepting } from './keep-accepting.ts'
import { eligibilityEndpoint } from './keyless-eligibility.ts'
import type { LoadShedding } from './load-shedding.ts'
import { metricsEndpoint } from './metrics-endpoint.ts'
import type { Metrics } from './metrics.ts'
import { mountEndpoints, type RequestEndpoint } from './mount-endpoints.ts'
import { createReadForm, type KeepUpload } from './multipart.ts'
import { createPerform } from './perform.ts'
import { openapi } from './openapi.ts'
import { openapiEndpoints } from './openapi-parts.ts'
import { createAssertOwnHost } from './own-host.ts'
import { pageEndpoints } from './pages.ts'
import { addRequestHooks, addResponseHooks } from './hooks.ts'
import type { SharedPort } from './shared-port.ts'
import { sendFailures } from './send-failures.ts'
import { createSlowUploads } from './slow-uploads.ts'
import { createTokenRate } from './token-rate.ts'
import { createUnreadResponses } from './unread-responses.ts'
import { defaultTimes, type Times } from './server-times.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { corsHeaders } from './cors.ts'
import { bodyBytesMax, toKnownError } from './error-responses.ts'
import { guarded } from './guarded.ts'
import { checkRequest } from './invalid-request.ts'
import { readJsonInSteps } from './json-body.ts'
import { refuseMalformedRequest } from './malformed-request.ts'
import { noJsonSchema } from './no-json-schema.ts'
import { refuseNul } from './nul.ts'
import { requestId } from './request-id.ts'
import { sendFailure } from './send-failures.ts'
import type { SlowUploads } from './slow-uploads.ts'

/** What the server is made of. */
export interface ServerParts extends AdmissionParts, AdmitSocketParts, ConsoleEntranceParts {
  /** Endpoints of the features. */
  readonly endpoints: readonly Endpoint[]
  /** Endpoints of the API that return 501. */
  readonly missingEndpoints?: readonly MissingEndpoint[]
  /** The key of endpoints for programs of the operator; absent where there are none. */
  readonly adminKey?: string | undefined
  readonly idempotency: Idempotency
  readonly isReady: IsReady
  readonly readFile: ReadFile
  readonly keepUpload: KeepUpload
  readonly log: Log
  readonly version: string
  /** Disposed of with the server. */
  readonly loadShedding: LoadShedding
  readonly connectToSelf: ConnectToSelf
  /** Closed with the server. */
  readonly sharedPort?: Pick<SharedPort, 'close'>
  readonly metrics: Metrics
  /** Whether `/metrics` is served on the port of the API. */
  readonly servesMetrics: boolean
  /** Less memory for responses that are not read, for tests. */
  readonly unreadBytesMax?: number
  readonly times?: Partial<Times>
  /** The operator does not want to wait any longer for the end of the server. */
  readonly hurried?: AbortSignal | undefined
}

/** The HTTP server of a list of endpoints: admission, validation, error responses, CORS, OpenAPI, health and metrics. */
export function createServer(parts: ServerParts): FastifyInstance {
  const { log, loadShedding } = parts
  const times = { ...defaultTimes, ...parts.times }
  const uploads = createSlowUploads(times)
  const app = createApp(parts, times, uploads)
  const closing = createClosing(app.server, loadShedding, { ...times, hurried: parts.hurried })
  const endpoints = [...parts.endpoints, ...ownEndpoints(parts, closing)]
  const upgraded = { endpoints: endpoints.filter(isEvents), sockets: endpoints.filter(isSocket) }
  const unread = createUnreadResponses(parts.unreadBytesMax)
  const events = serveEvents(app.server, { ...parts, ...upgraded, times, unread })
  keepAccepting(app.server, log)
  const acceptDelay = watchAcceptDelay(app.server, parts.connectToSelf)
  loadShedding.watch(acceptDelay)

  const entrance = createConsoleEntrance(parts)
  addRequestHooks(app, { ...parts, endpoints, closing, times, entrance })
  addResponseHooks(app, { unread, closing, times })
  app.addHook('preClose', () => closing.drain())
  app.addHook('preClose', async () => parts.sharedPort?.close())
  app.addHook('preClose', async () => acceptDelay[Symbol.dispose]())
  app.addHook('preClose', async () => events.close())
  app.addHook('onClose', async () => loadShedding[Symbol.dispose]())
  sendFailures(app, log)
  mountEndpoints(app, endpoints.filter(isRequest), {
    log,
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
    // Made at the first request: that takes longer than the rest of the server's start.
    ...openapiEndpoints(() => openapi(endpoints, version)),
    ...(parts.servesMetrics ? [metricsEndpoint(metrics)] : []),
  ]
}

const isRequest = (endpoint: Endpoint): endpoint is RequestEndpoint =>
  !isEvents(endpoint) && !isSocket(endpoint)

const parameterLengthMax = 1_024

/** Fastify with the parsing, limits and failures of this server, without endpoints. */
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
    schemaController: noJsonSchema,
    // Endpoints are mounted in steps between other work: on a busy machine that takes longer than Fastify waits.
    pluginTimeout: 0,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: parameterLengthMax },
    frameworkErrors(thrown, request, reply) {
      reply.headers({ 'x-request-id': request.id, ...corsHeaders })
      sendFailure(reply, toKnownError(thrown))
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
