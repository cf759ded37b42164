import type { z } from 'zod'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ServiceError, type ErrorCode } from '#kernel/errors.ts'
import { networkOf } from './client-address.ts'
import { corsHeaders } from './cors.ts'
import { readJson } from './json-body.ts'

/** An endpoint for POST that needs no key: what it is told, in its query or its JSON, is the permission. */
export interface OpenRoute {
  readonly path: `/${string}`
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tag: string
  /** For OpenAPI. */
  readonly told: z.ZodObject
  readonly reply: z.ZodType
  readonly errors: readonly ErrorCode[]
  /** What it is told is unchecked. */
  readonly handle: (told: object) => Promise<object>
}

const bodyBytesMax = 16 * 1024
const windowMs = 60_000
const callsMax = 30
const addressesMax = 10_000

/** Serves what needs no key, so often a minute from each address. Fails with `RATE_LIMIT_EXCEEDED`. */
export function mountOpenRoutes(app: FastifyInstance, routes: readonly OpenRoute[]): void {
  const count = createCounter()
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer' },
      async (request: FastifyRequest, body: Buffer) => (isForm(request) ? {} : readJson(body)),
    )
    for (const { path, handle } of routes) {
      scope.post(path, { bodyLimit: bodyBytesMax }, async (request, reply) => {
        reply.headers(corsHeaders)
        if (count(networkOf(request.ip)) > callsMax) {
          throw new ServiceError('RATE_LIMIT_EXCEEDED', undefined, { retryAfterSeconds: 60 })
        }
        const told = { ...(request.query as object), ...(request.body as object | undefined) }
        return handle(told)
      })
    }
  })
}

/** Mail programs that unsubscribe with one click (RFC 8058) send a form; all they tell is in the URL. */
const isForm = ({ headers }: FastifyRequest) =>
  headers['content-type']?.startsWith('application/json') !== true

/** Counts the calls of an address in the present minute; forgets all when there are too many to remember. */
function createCounter(): (address: string) => number {
  const calls = new Map<string, { count: number; until: number }>()
  return (address) => {
    const now = Date.now()
    const known = calls.get(address)
    const entry = known && known.until > now ? known : { count: 0, until: now + windowMs }
    entry.count += 1
    if (calls.size >= addressesMax) calls.clear()
    calls.set(address, entry)
    return entry.count
  }
}
