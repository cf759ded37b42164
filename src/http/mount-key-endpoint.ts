import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ReportEvent } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import { describeSent } from '#kernel/sent-request.ts'
import { isLarge, toJson } from '#kernel/to-json.ts'
import { baseUrl } from './base-url.ts'
import type { ConsoleRequest } from './console-entrance.ts'
import type { ExchangeEndpoint, KeyEndpoint, KeyFileEndpoint } from './endpoint.ts'
import { isExchange, isFileOperation } from './endpoint.ts'
import { streamEvents, wantsEvents } from './event-stream.ts'
import type { createOnce } from './idempotent.ts'
import { refuseKeylessOptions } from './keyless-access.ts'
import type { FormReader } from './multipart.ts'
import { whileClientWaits } from './observe.ts'
import type { createPerform } from './perform.ts'
import { readFailure } from './send-failures.ts'
import { compressed, send } from './send-reply.ts'
import { makeSchema } from './request-schema.ts'

export interface KeyParts {
  readonly once: ReturnType<typeof createOnce>
  readonly readForm: FormReader
  readonly performFor: ReturnType<typeof createPerform>
  readonly assertOwnHost: (request: ConsoleRequest) => void
  readonly log: Log
}

/** Mounts an endpoint that needs a key. */
export function mountKeyEndpoint(
  scope: FastifyInstance,
  endpoint: KeyEndpoint | KeyFileEndpoint | ExchangeEndpoint,
  parts: KeyParts,
): void {
  if (isExchange(endpoint)) mountExchange(scope, endpoint, parts)
  else if (isFileOperation(endpoint)) mountKeyFile(scope, endpoint)
  else mountKey(scope, endpoint, parts)
}

function mountKey(scope: FastifyInstance, endpoint: KeyEndpoint, parts: KeyParts): void {
  const { method, path: url, body } = endpoint
  scope.route({
    method,
    url,
    config: { endpoint },
    schema: makeSchema(endpoint),
    preValidation: body?.type === 'form' ? [parts.readForm, keepSentBody] : keepSentBody,
    handler: async (request, reply) => handleKey(endpoint, { request, reply }, parts),
  })
}

/** Validation replaces the body. */
async function keepSentBody(request: FastifyRequest): Promise<void> {
  request.sentBody = request.body
}

const readSent =
  ({ method, url, sentBody }: FastifyRequest) =>
  () =>
    describeSent(method, url.split('?')[0] ?? url, sentBody)

function mountKeyFile(scope: FastifyInstance, endpoint: KeyFileEndpoint): void {
  const { method, path: url, handle } = endpoint
  scope.route({
    method,
    url,
    config: { endpoint },
    schema: makeSchema(endpoint),
    async handler(request, reply) {
      const { account, id, headers, params, query } = request
      if (!account) throw new ServiceError('UNAUTHORIZED')
      const signal = whileClientWaits(reply.raw)
      const call = { account, requestId: id, operationId: newId(), signal }
      const file = await handle({ params, query, call, baseUrl: baseUrl(request) })
      return send(reply, endpoint.reply, compressed(file, headers['accept-encoding']))
    },
  })
}

function mountExchange(
  scope: FastifyInstance,
  endpoint: ExchangeEndpoint,
  { performFor, assertOwnHost }: Pick<KeyParts, 'performFor' | 'assertOwnHost'>,
): void {
  const { method, path: url } = endpoint
  scope.route({
    method,
    url,
    config: { endpoint },
    async handler(request, reply) {
      const { account, id, body } = request
      assertOwnHost(request)
      if (!account) throw new ServiceError('UNAUTHORIZED')
      // The operations that it performs are counted.
      request.leave?.()
      const signal = whileClientWaits(reply.raw)
      const call = { account, requestId: id, operationId: newId(), signal }
      const base = baseUrl(request)
      const headers = new Headers(request.headers as Record<string, string>)
      const address = new URL(url, base)
      address.search = new URL(request.url, base).search
      const message = new Request(address, { method, headers, signal })
      const perform = performFor(call, base)
      const answer = await endpoint.handle({ request: message, body, call, perform })
      const stream = answer.body && Readable.fromWeb(answer.body)
      return reply.code(answer.status).headers(Object.fromEntries(answer.headers)).send(stream)
    },
  })
}

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

async function handleKey(
  endpoint: KeyEndpoint,
  { request, reply }: Exchange,
  { once, log }: Pick<KeyParts, 'once' | 'log'>,
): Promise<FastifyReply> {
  const toFailure = (thrown: unknown) => readFailure(thrown, request, log)
  const { account, id, headers, params, query, body, uploadedFile: file } = request
  if (endpoint.headers) reply.headers(endpoint.headers)
  if (!account) throw new ServiceError('UNAUTHORIZED')
  refuseKeylessOptions(account, body)
  const signal = whileClientWaits(reply.raw)
  const isViewer = request.session?.role === 'viewer' && ({ isViewer: true } as const)
  const caller = { account, requestId: id, signal, sent: readSent(request), ...isViewer }
  const ask = (report?: ReportEvent) =>
    once({ endpoint, account, headers, params, body, file }, (operationId) => {
      const call = { ...caller, operationId, report }
      return endpoint.handle({ params, query, body, file, call, baseUrl: baseUrl(request) })
    })
  if (wantsEvents(endpoint, headers.accept)) {
    const content = await streamEvents(toFailure, async (report) => (await ask(report)).body)
    const type = 'text/event-stream; charset=utf-8'
    return reply.type(type).header('cache-control', 'no-store').send(content)
  }
  const answer = await ask()
  if (answer.isReplayed) reply.header('idempotent-replayed', 'true')
  const isJson = Buffer.isBuffer(answer.body)
  if (!isJson && !isLarge(answer.body)) return reply.code(answer.status).send(answer.body)
  const json = isJson ? answer.body : await toJson(answer.body)
  return reply.code(answer.status).type('application/json; charset=utf-8').send(json)
}
