import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { ServiceError } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import {
  createAdmission,
  createAdmitAnywhere,
  createEntrance,
  type AdmissionParts,
} from './admission.ts'
import { baseUrl } from './base-url.ts'
import { createClosing } from './closing.ts'
import { corsHeaders } from './cors.ts'
import { bodyBytesMax, sendFailure, toServiceError } from './error-answers.ts'
import { refuseGarbage } from './garbage.ts'
import { mountFiles, type ReadFile } from './files.ts'
import { mountHealth, type IsReady } from './health.ts'
import { createOnce, type Idempotency } from './idempotent.ts'
import { guarded } from './guarded.ts'
import { checkRequest } from './invalid-request.ts'
import { readJson } from './json-body.ts'
import { keepAccepting } from './keep-accepting.ts'
import { createKeyless } from './keyless.ts'
import { mountLive, type LiveRoute } from './live.ts'
import { mountMetrics } from './metrics-server.ts'
import type { Metrics } from './metrics.ts'
import { refuseNul } from './nul.ts'
import { createObserver, onceFinished, whileClientWaits } from './observe.ts'
import { openapi } from './openapi.ts'
import { createOtherMethods } from './other-methods.ts'
import { mountOpenRoutes, type OpenRoute } from './open-routes.ts'
import { mountPages } from './pages.ts'
import type { Pressure } from './pressure.ts'
import { requestId } from './request-id.ts'
import type { AnyRoute, MissingRoute } from './route.ts'
import { createSlowUploads, type SlowUploads } from './slow-uploads.ts'
import { acceptForms, createReadForm, type KeepUpload } from './upload.ts'
import { mountUploadTarget, uploadTargets, type ReceiveUpload } from './upload-target.ts'

const defaultTimes = {
  /** Bodies other than files, and how often Node looks for those that take longer. */
  bodyMsMax: 60_000,
  lookEveryMs: 30_000,
  /** Bodies of requests without a key. */
  keylessBodyMsMax: 5_000,
  /** Files. */
  idleMsMax: 30_000,
  msMax: 10 * 60_000,
  /** Open WebSockets. */
  keyCheckMs: 5_000,
  /** Closing: together well below the 30 seconds in which the process has to end. */
  drainMsMax: 20_000,
  transferMsMax: 8_000,
  graceMs: 500,
}
type Times = typeof defaultTimes
/** How long an answer may stand still because its client does not read. */
const stalledMsMax = 30_000
const parameterLengthMax = 1_024

/** Everything the edge stands on. */
export interface ServerParts extends AdmissionParts {
  readonly routes: readonly AnyRoute[]
  readonly live: readonly LiveRoute[]
  /** Endpoints that are answered 501. */
  readonly missingRoutes?: readonly MissingRoute[]
  /** Endpoints without a key. */
  readonly openRoutes?: readonly OpenRoute[]
  readonly idempotency: Idempotency
  readonly isReady: IsReady
  /** Files behind signed links. */
  readonly readFile: ReadFile
  readonly keepUpload: KeepUpload
  readonly receiveUpload: ReceiveUpload
  readonly log: Log
  readonly version: string
  /** Disposed of with the server. */
  readonly pressure: Pressure
  readonly metrics: Metrics
  /** Whether `/metrics` is served here; it tells how much the service is used. */
  readonly servesMetrics: boolean
  /** For tests, which cannot wait so long. */
  readonly times?: Partial<Times>
}

/** The HTTP edge: route records in, a server out that keeps every convention of contract section 2. */
export function createServer(parts: ServerParts): FastifyInstance {
  const { routes, log } = parts
  const times = { ...defaultTimes, ...parts.times }
  const uploads = createSlowUploads(times)
  const app = createApp(parts, times, uploads)
  const { pressure, metrics } = parts
  const closing = createClosing(app, pressure, times)
  const keyless = createKeyless(times.keylessBodyMsMax, log)
  const open = [...uploadTargets, ...(parts.openRoutes ?? []).map(postTo)]
  const admitAnywhere = createAdmitAnywhere(parts)
  const answerOther = createOtherMethods({
    routes: [...routes, ...open],
    missingRoutes: parts.missingRoutes ?? [],
    enter: createEntrance(parts),
    admitAnywhere,
  })
  const observe = createObserver(metrics, log)
  keepAccepting(app, log)

  app.decorateRequest('account', undefined)
  app.decorateRequest('uploadedFile', undefined)
  app.decorateRequest('leave', undefined)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
    observe(request, reply)
    if (request.routeOptions.config.isOperational) return
    if (request.url.startsWith('/v2/'))
      reply.headers({ ...corsHeaders, 'cache-control': 'no-store' })
    onceFinished(reply, closing.enter())
    if (!request.routeOptions.config.admitsItself) keyless.enter(request, reply)
    // Before its body is read, which nobody needs.
    if (request.is404) await answerOther(request, reply)
  })
  app.addHook('onSend', async ({ raw: { socket } }) => {
    // Requests that a test injects have no real one.
    if ('setTimeout' in socket) socket.setTimeout(stalledMsMax)
  })
  app.addHook('onClose', async () => pressure[Symbol.dispose]())
  answerFailures(app, log)
  const withFile = routes.filter(({ takesFile }) => takesFile)
  const readForm = createReadForm({ keepUpload: parts.keepUpload, uploads })
  const guards = { ...parts, readForm, pressure }
  mountRoutes(app, {
    ...guards,
    routes: routes.filter((route) => !withFile.includes(route)),
  })
  void app.register(async (scope) => {
    await acceptForms(scope)
    mountRoutes(scope, { ...guards, routes: withFile })
  })
  mountUploadTarget(app, { receiveUpload: parts.receiveUpload, uploads, keyless })
  mountLive(app, { ...parts, times })
  mountOpenRoutes(app, parts.openRoutes ?? [])
  mountHealth(app, parts.isReady, closing)
  mountPages(app, parts.version)
  mountFiles(app, parts.readFile)
  const description = openapi(routes, parts.version, parts.openRoutes)
  app.get('/v2/openapi.json', () => description)
  if (parts.servesMetrics) mountMetrics(app, metrics)
  return app
}

const postTo = ({ path }: OpenRoute) => ({ method: 'POST', path }) as const

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
    // Node tells it once, and leaves to us what becomes of the connection.
    clientErrorHandler: guarded(
      log,
      (error: Error, socket: Socket) =>
        uploads.excuses(error, socket) || refuseGarbage(error, socket),
    ),
    http: {
      // What offers another protocol, as curl --http2 does, is answered in this one.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
      requireHostHeader: false,
      headersTimeout: times.bodyMsMax,
      connectionsCheckingInterval: times.lookEveryMs,
    },
  })
  // Expectations nobody knows are no reason to fail; without a listener they are answered past the router.
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
    async (_request: FastifyRequest, body: Buffer) => readJson(body),
  )
  return app
}

function mountRoutes(
  app: FastifyInstance,
  parts: ServerParts & {
    readonly readForm: ReturnType<typeof createReadForm>
    readonly pressure: Pressure
  },
): void {
  const { pressure } = parts
  const admit = createAdmission(parts)
  const once = createOnce(parts.idempotency)
  for (const route of parts.routes) {
    const { method, path: url, params, query, body, handle } = route
    app.route({
      method,
      url,
      schema: {
        ...(params && { params }),
        ...(query && { querystring: query }),
        ...(body && { body }),
      },
      config: {
        messages: route.messages ?? {},
        invalidPrefix: route.invalidPrefix,
        admitsItself: true,
      },
      // No place is held while the body arrives: it takes as long as the caller likes.
      onRequest: async (request, reply) => {
        const leave = pressure.enter()
        await admit(route, request, reply).finally(leave)
      },
      ...(route.takesFile && {
        preValidation: async (request: FastifyRequest, reply: FastifyReply) =>
          parts.readForm(request, reply),
      }),
      preHandler: async (request, reply) => {
        request.leave = pressure.enter()
        onceFinished(reply, request.leave)
      },
      // Nor while the answer is read.
      onSend: async (request) => request.leave?.(),
      handler: async (request, reply) => {
        const { account, id } = request
        if (!account) throw new ServiceError('UNAUTHORIZED')
        const caller = { account, requestId: id, signal: whileClientWaits(reply) }
        const { params, query, body, uploadedFile: file } = request
        return once(route, { request, reply }, async (operationId) => {
          const call = { ...caller, operationId }
          return handle({ params, query, body, file, call, baseUrl: baseUrl(request) })
        })
      },
    })
  }
}

function answerFailures(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((thrown, request, reply) => {
    const failure = toServiceError(thrown)
    const { code, status, cause } = failure
    // A cause may name a target, or quote what was sent.
    const leavesNoTrace = request.account?.zeroDataRetention === 'forced'
    const err = leavesNoTrace && cause instanceof Error ? { name: cause.name } : cause
    const fields = { requestId: request.id, route: request.routeOptions.url, code, err }
    if (code === 'UNKNOWN_ERROR') log.error(fields, 'unexpected failure')
    else if (status >= 500 && cause) log.warn(fields, 'failure')
    return sendFailure(reply, failure, request.routeOptions.config)
  })
}
