import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { AnyRoute } from './route.ts'

/** Well within the time after which a claim is thought to be that of a dead process. */
const renewMs = 4_000

const keyShape = /^[\x21-\x7e]{1,255}$/

/** What the first request with a key was answered. */
export interface KeptAnswer {
  readonly status: number
  readonly body: object
}

/** Remembers answers for 24 hours per team and key (contract section 25, O4). */
export interface Idempotency {
  /**
   * The kept answer of an equal request, or the right to make it.
   * Fails with `CONFLICT` for another body, and with Retry-After while the first request still runs.
   */
  begin(request: {
    teamId: string
    key: string
    fingerprint: string
  }): Promise<
    { readonly answer: KeptAnswer } | { readonly answer?: undefined; readonly claim: Claim }
  >
}

interface Claim {
  /** The same for whoever takes the claim over after a crash. */
  readonly id: string
  /** Says that the request still runs. */
  renew(): Promise<void>
  keep(answer: KeptAnswer): Promise<void>
  /** Nothing was accepted: the key is free again. */
  release(): Promise<void>
}

/** Runs `handle` at most once per idempotency key; the same question gets the same answer again. */
export function createOnce(idempotency: Idempotency) {
  return async function once(
    route: AnyRoute,
    exchange: { request: FastifyRequest; reply: FastifyReply },
    handle: (operationId: string) => Promise<object>,
  ): Promise<object> {
    const { request, reply } = exchange
    const key = idempotencyKey(request)
    const { account } = request
    const isKept = account && route.isIdempotent?.(request.body, account)
    if (key === undefined || !account || !isKept) return handle(newId())
    const { teamId } = account
    const fingerprint = fingerprintOf(route, request)
    const begun = await idempotency.begin({ teamId, key, fingerprint })
    if (begun.answer) {
      reply.code(begun.answer.status).header('idempotent-replayed', 'true')
      return begun.answer.body
    }
    return keepFirst(begun.claim, handle)
  }
}

async function keepFirst(
  claim: Claim,
  handle: (operationId: string) => Promise<object>,
): Promise<object> {
  const pulse = setInterval(() => void claim.renew().catch(() => {}), renewMs)
  try {
    const body = await handle(claim.id)
    await claim.keep({ status: 200, body })
    return body
  } catch (thrown) {
    await claim.release()
    throw thrown
  } finally {
    clearInterval(pulse)
  }
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['x-idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && keyShape.test(key)) return key
  throw new ServiceError(
    'BAD_REQUEST',
    'x-idempotency-key must be 1 to 255 visible ASCII characters.',
  )
}

/** Equal for equal requests: the validated body has its keys in the order of the schema. */
function fingerprintOf(route: AnyRoute, request: FastifyRequest): string {
  const { params, body, uploadedFile: file } = request
  const text = JSON.stringify([route.method, route.path, params, body, file?.digest, file?.name])
  return createHash('sha256').update(text).digest('hex')
}
