import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '#kernel/errors.ts'
import { beginRequest, withinSpan } from '#kernel/trace.ts'
import { createAdmission, createAdmitAnywhere, createEntrance } from './admission.ts'
import { cappedBody } from './body-cap.ts'
import { toNetwork } from './client-address.ts'
import type { Closing } from './closing.ts'
import { createConsoleEntrance } from './console-entrance.ts'
import { createConsoleGate } from './console-gate.ts'
import { corsHeaders, preflightHeaders, sessionHeaders } from './cors.ts'
import { isApiPath } from './api-path.ts'
import { isGone } from './is-gone.ts'
import { createKeylessRequests, keylessBodyBytesMax } from './keyless.ts'
import type { RequestEndpoint } from './mount-endpoints.ts'
import { createObserver, onceFinished } from './observe.ts'
import { createOperatorEntrance } from './operator-endpoint.ts'
import { createFindMethods, createIsOther } from './other-methods.ts'
import { createRequestStarts } from './request-starts.ts'
import type { ServerParts } from './server.ts'
import type { Times } from './server-times.ts'
import { bytesOfBody, endWhenStalled, type UnreadResponses } from './unread-responses.ts'

/** Each limit of a request listens to its end. */
const closeListenersMax = 32

const allowOrigin = 'access-control-allow-origin'

const decorations = [
  'span',
  'account',
  'session',
  'uploadedFile',
  'sentBody',
  'leave',
  'leaveKeyless',
] as const

/** Observes, admits and counts every request before its body is read. */
export function addRequestHooks(
  app: FastifyInstance,
  parts: ServerParts & {
    readonly closing: Closing
    readonly times: Times
    readonly entrance: ReturnType<typeof createConsoleEntrance>
  },
): void {
  const { closing, loadShedding, log } = parts
  const observe = createObserver(parts.metrics, log)
  const keyless = createKeylessRequests(parts.times.keylessBodyMsMax, log)
  const admit = createAdmitRequest(parts)
  const sendMethods = createSendMethods(parts)
  const isOther = createIsOther(parts.endpoints)
  for (const name of decorations) app.decorateRequest(name, undefined)
  addTraceHook(app)
  app.addHook('onRequest', async (request, reply) => {
    const { endpoint: routed } = request.routeOptions.config
    const endpoint = routed && isOther(routed, request.url) ? undefined : routed
    const isOperational = endpoint?.access === 'public' && endpoint.isOperational === true
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
    observe(reply.raw, () => ({
      method: request.method,
      requestId: request.id,
      route: endpoint?.path,
      isOperational,
      account: request.account,
      span: request.span,
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

/** With a callback: the trace of an asynchronous hook would end with it. */
function addTraceHook(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    request.span = beginRequest(request.headers['traceparent'])
    withinSpan(request.span, done)
  })
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

type HookParts = Parameters<typeof addRequestHooks>[1]

/** Admits requests to endpoints that need a key or a session. */
function createAdmitRequest(parts: HookParts) {
  const { entrance, loadShedding } = parts
  const admit = createAdmission({ ...parts, enterConsole: entrance.enter })
  const admitConsole = createConsoleGate(entrance)
  const starts = createRequestStarts()
  const enterOperator = createOperatorEntrance(parts.adminKey)
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
    if (endpoint?.access === 'operator') return enterOperator(request.headers.authorization)
    if (endpoint?.access !== 'key') return
    if (endpoint.hasKeyInPath) readPathKey(request)
    let leave = loadShedding.enter()
    await admit(endpoint, request, {
      onAccount: async (account) => {
        request.account = account
        // One that waits takes no place of other teams.
        leave()
        await starts.begin(account.teamId, reply.raw)
        leave = loadShedding.enter()
      },
      onSession: (session) => {
        request.session = session
        reply.headers(sessionHeaders).removeHeader(allowOrigin)
      },
      setHeaders: (headers) => void reply.headers(headers),
    }).finally(() => leave())
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
    if (request.method !== 'OPTIONS') {
      throw new ServiceError('METHOD_NOT_ALLOWED', undefined, {
        facts: { allowed_methods: methods },
      })
    }
    return reply.headers(preflightHeaders(methods)).code(204).send()
  }
}

interface ResponseParts {
  readonly unread: UnreadResponses
  readonly closing: Pick<Closing, 'isClosing'>
  readonly times: { readonly stalledMsMax: number }
}

/** Reading costs nothing, so that it can be refused when its result is known. */
const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** Bounds what responses take until their clients have read them. */
export function addResponseHooks(
  app: FastifyInstance,
  { unread, closing, times }: ResponseParts,
): void {
  app.addHook('preHandler', async (request) => {
    const access = request.routeOptions.config.endpoint?.access
    const isWork = access === 'key' || access === 'console'
    if (isWork && !readMethods.has(request.method)) unread.assertRoom(nameHolder(request))
  })
  app.addHook('onSend', async (request, reply, body) => {
    // Without this a client that keeps its connection open delays the stop until its keep-alive runs out.
    if (closing.isClosing()) reply.header('connection', 'close')
    holdUntilRead(unread, { request, reply, body })
    const { socket } = request.raw
    // Requests injected by tests have no real socket.
    if ('setTimeout' in socket) endWhenStalled(reply.raw, socket, times.stalledMsMax)
  })
}

/** Whose share a response takes. */
const nameHolder = ({ account, ip }: FastifyRequest) => account?.teamId ?? toNetwork(ip)

interface Sent {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly body: unknown
}

function holdUntilRead(unread: UnreadResponses, { request, reply, body }: Sent): void {
  const bytes = bytesOfBody(body)
  const holder = nameHolder(request)
  try {
    if (readMethods.has(request.method)) unread.assertRoom(holder, bytes)
  } catch (thrown) {
    if (body instanceof Readable) body.destroy()
    throw thrown
  }
  const held = unread.hold(holder, bytes)
  onceFinished(reply.raw, () => held[Symbol.dispose]())
}
