import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '#kernel/account.ts'
import type { ConsoleSession, Visitor } from '#kernel/console-session.ts'
import { createYields } from '#kernel/event-loop.ts'
import { newId } from '#kernel/ids.ts'
import type { BegunSpan } from '#kernel/trace.ts'
import type { UploadedFile } from '#kernel/uploaded-file.ts'
import { baseUrl } from './base-url.ts'
import { isEncrypted, type ConsoleRequest } from './console-entrance.ts'
import { corsHeaders } from './cors.ts'
import type { ConsoleEndpoint } from './console-endpoint.ts'
import type { Endpoint, EventsEndpoint, SocketEndpoint, PublicEndpoint } from './endpoint.ts'
import type { FileReply } from './endpoint-parts.ts'
import type { LinkEndpoint } from './link-endpoint.ts'
import { readBody } from './json-body.ts'
import { mountKeyEndpoint, type KeyParts } from './mount-key-endpoint.ts'
import { acceptForms, readUpload, refuseLongUpload } from './multipart.ts'
import { whileClientWaits } from './observe.ts'
import type { OperatorEndpoint } from './operator-endpoint.ts'
import { makeSchema } from './request-schema.ts'
import { send } from './send-reply.ts'
import { sessionCookie } from './session-cookie.ts'
import type { SlowUploads } from './slow-uploads.ts'
import { validated } from './validator.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Absent for requests that match no endpoint. */
    endpoint?: RequestEndpoint
  }
  interface FastifyRequest {
    /** Set by admission, for every endpoint that needs a key. */
    account: Account | undefined
    /** Set by admission, for endpoints of the console. */
    session: ConsoleSession | undefined
    /** File of a form; undefined if the body was JSON. */
    uploadedFile: UploadedFile | undefined
    /** The body as it was sent, before its schema has added defaults. */
    sentBody: unknown
    /** Ends the count of handled requests. */
    leave: (() => void) | undefined
    /** Ends the count of requests without a key. */
    span: BegunSpan | undefined
    leaveKeyless: (() => void) | undefined
  }
}

/** Endpoints that are served by requests; events are served by upgrades. */
export type RequestEndpoint = Exclude<Endpoint, EventsEndpoint | SocketEndpoint>

interface MountParts extends KeyParts {
  readonly uploads: Pick<SlowUploads, 'expect'>
  /** Counts a request whose permission is a token. Fails with `RATE_LIMIT_EXCEEDED`. */
  readonly countToken: (address: string) => void
  readonly readVisitor: (request: ConsoleRequest) => Visitor
}

const linkBodyBytesMax = 16 * 1024

/** Mounts endpoints of every kind. They are grouped by how the framework reads their bodies. */
export function mountEndpoints(
  app: FastifyInstance,
  endpoints: readonly RequestEndpoint[],
  parts: MountParts,
): void {
  for (const [reader, group] of Map.groupBy(endpoints, chooseReader)) {
    void app.register(async (scope) => {
      await readers[reader](scope)
      const yields = createYields()
      for (const endpoint of group) {
        await yields.next()
        mount(scope, endpoint, parts)
      }
    })
  }
}

const chooseReader = (endpoint: RequestEndpoint): keyof typeof readers => {
  if (endpoint.access === 'public') return 'json'
  const { type } = endpoint.body ?? { type: 'json' }
  return endpoint.access === 'link' && type === 'json' ? 'linkJson' : type
}

/** Body parsers, each in a scope of the framework. The default is JSON. */
const readers = {
  async json(_scope: FastifyInstance) {},
  form: acceptForms,
  async stream(scope: FastifyInstance) {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', async (_request: unknown, payload: Readable) => payload)
    await acceptForms(scope)
  },
  /** Mail programs that unsubscribe with one click (RFC 8058) send a form; the permission is in the URL. */
  async linkJson(scope: FastifyInstance) {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: linkBodyBytesMax },
      async ({ headers }: FastifyRequest, body: Buffer) =>
        headers['content-type']?.startsWith('application/json') ? readBody(body) : {},
    )
  },
}

function mount(scope: FastifyInstance, endpoint: RequestEndpoint, parts: MountParts): void {
  if (endpoint.access === 'public') mountPublic(scope, endpoint)
  else if (endpoint.access === 'link') mountLink(scope, endpoint, parts)
  else if (endpoint.access === 'operator') mountOperator(scope, endpoint, parts)
  else if (endpoint.access === 'console') mountConsole(scope, endpoint, parts)
  else mountKeyEndpoint(scope, endpoint, parts)
}

function mountConsole(
  scope: FastifyInstance,
  endpoint: ConsoleEndpoint,
  { readVisitor, readForm }: Pick<MountParts, 'readVisitor' | 'readForm'>,
): void {
  const { method, path: url, body: expected, reply: kind } = endpoint
  scope.route({
    method,
    url,
    config: { endpoint },
    schema: makeSchema(endpoint),
    ...(expected?.type === 'form' && { preValidation: readForm }),
    handler: async (request, reply) => {
      const { session, id, params, query, body, uploadedFile: file } = request
      const signal = whileClientWaits(reply.raw)
      const operationId = newId()
      const call = session && { account: session.account, requestId: id, operationId, signal }
      const setCookie = (of: Parameters<typeof sessionCookie>[0]) =>
        void reply.header('set-cookie', sessionCookie(of, isEncrypted(request)))
      const visitor = readVisitor(request)
      const input = { params, query, body, file, session, call, visitor, setCookie }
      return send(reply, kind, await endpoint.handle(input))
    },
  })
}

function mountOperator(
  scope: FastifyInstance,
  endpoint: OperatorEndpoint,
  { readVisitor }: Pick<MountParts, 'readVisitor'>,
): void {
  const { method, path: url, reply: kind } = endpoint
  scope.route({
    method,
    url,
    config: { endpoint },
    schema: makeSchema(endpoint),
    handler: async (request, reply) => {
      const { params, query, body } = request
      const { address } = readVisitor(request)
      return send(reply, kind, await endpoint.handle({ params, query, body, address }))
    },
  })
}

/** Mounts a public endpoint. */
export function mountPublic(scope: FastifyInstance, endpoint: PublicEndpoint): void {
  const { method, path: url, handle } = endpoint
  scope.route({
    method,
    url,
    config: { endpoint },
    handler: async (request, reply) => {
      const params = request.params as Readonly<Record<string, string>>
      const { accept = '', 'accept-encoding': encodings = '' } = request.headers
      const acceptsBrotli = /\bbr\b/.test(encodings)
      const findHeader = (name: string) => [request.headers[name]].flat()[0]
      const input = { params, baseUrl: baseUrl(request), accept, acceptsBrotli, findHeader }
      const answer = await handle(input)
      const isFile = endpoint.reply.type === 'file'
      const value = isFile ? validated(answer as FileReply, findHeader('if-none-match')) : answer
      return send(reply, endpoint.reply, value)
    },
  })
}

function mountLink(scope: FastifyInstance, endpoint: LinkEndpoint, parts: MountParts): void {
  const { method, path: url } = endpoint
  scope.route({
    method,
    url,
    config: { endpoint },
    handler: async (request, reply) => handleLink(endpoint, { request, reply }, parts),
  })
}

async function handleLink(
  endpoint: LinkEndpoint,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { uploads, countToken }: MountParts,
): Promise<FastifyReply> {
  reply.headers(corsHeaders)
  const isUpload = endpoint.body?.type === 'stream'
  if (endpoint.body?.type === 'json') countToken(request.ip)
  if (isUpload) refuseLongUpload(request)
  const members = endpoint.body?.type === 'json' ? (request.body as object | undefined) : undefined
  const { success, data: link } = endpoint.link.safeParse({
    ...(endpoint.isInBody !== true && (request.query as object)),
    ...members,
    ...(request.params as object),
  })
  if (!success) throw endpoint.invalidLink()
  using stack = new DisposableStack()
  const openBody = async () => {
    request.leaveKeyless?.()
    stack.use(uploads.expect(request.raw))
    return readUpload(request)
  }
  const signal = whileClientWaits(reply.raw)
  const answer = await endpoint.handle({ link, signal, openBody })
  const isFile = endpoint.reply.type === 'file'
  const known = request.headers['if-none-match']
  return send(reply, endpoint.reply, isFile ? validated(answer as FileReply, known) : answer)
}
