import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Account } from '#kernel/account.ts'
import { ServiceError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { toJson } from '#kernel/to-json.ts'
import type { UploadedFile } from '#kernel/uploaded-file.ts'
import type { KeyEndpoint } from './endpoint.ts'

/** Well below the time after which a claim counts as abandoned. */
const renewMs = 4_000

const keyShape = /^[\x21-\x7e]{1,255}$/
/** For the OpenAPI document. */
export const keyPattern = String.raw`^[!-~]{1,255}$`

/** Response to the first request with a key. */
export interface StoredResponse {
  readonly status: number
  /** The JSON that was sent. */
  readonly json: Buffer
}

interface Response {
  readonly status: number
  /** An object that is not yet written as JSON, or its JSON. */
  readonly body: object | Buffer
  readonly isReplayed: boolean
}

/** Stores responses for 24 hours per team and idempotency key. */
export interface Idempotency {
  /**
   * Returns the stored response of an equal request, or a claim to process it.
   * Fails with `CONFLICT` for another body, and with `Retry-After` while the first request is running.
   */
  begin(request: {
    teamId: string
    key: string
    fingerprint: string
  }): Promise<
    { readonly answer: StoredResponse } | { readonly answer?: undefined; readonly claim: Claim }
  >
}

interface Claim {
  /** Stays the same when another process takes the claim over after a crash. */
  readonly id: string
  /** Renews the claim of a running request. */
  renew(): Promise<void>
  keep(answer: StoredResponse): Promise<void>
  /** Releases the key of a request that failed. */
  release(): Promise<void>
}

interface Checked {
  readonly endpoint: KeyEndpoint
  readonly account: Account
  readonly headers: IncomingHttpHeaders
  readonly params: unknown
  readonly body: unknown
  readonly file: UploadedFile | undefined
}

const fresh = (body: object | Buffer): Response => ({ status: 200, body, isReplayed: false })

/** Runs `handle` at most once per idempotency key; an equal request gets the stored response of the first. */
export function createOnce(idempotency: Idempotency) {
  return async function once(
    request: Checked,
    handle: (operationId: string) => Promise<object>,
  ): Promise<Response> {
    const { endpoint, account, body } = request
    const key = idempotencyKey(request.headers)
    if (key === undefined || !endpoint.isIdempotent?.(body, account))
      return fresh(await handle(newId()))
    const fingerprint = makeFingerprint(request)
    const begun = await idempotency.begin({ teamId: account.teamId, key, fingerprint })
    if (begun.answer)
      return { status: begun.answer.status, body: begun.answer.json, isReplayed: true }
    return fresh(await keepFirst(begun.claim, handle))
  }
}

async function keepFirst(
  claim: Claim,
  handle: (operationId: string) => Promise<object>,
): Promise<Buffer> {
  const pulse = setInterval(() => void claim.renew().catch(() => {}), renewMs)
  try {
    const answer = await handle(claim.id)
    const json = Buffer.isBuffer(answer) ? answer : await toJson(answer)
    await claim.keep({ status: 200, json })
    return json
  } catch (thrown) {
    await claim.release()
    throw thrown
  } finally {
    clearInterval(pulse)
  }
}

function idempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['x-idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && keyShape.test(key)) return key
  throw new ServiceError(
    'BAD_REQUEST',
    'x-idempotency-key must be 1 to 255 visible ASCII characters.',
  )
}

/** Equal for equal requests: the validated body has its keys in the order of the schema. */
function makeFingerprint({ endpoint, params, body, file }: Checked): string {
  const { method, path } = endpoint
  const text = JSON.stringify([method, path, params, body, file?.digest, file?.name])
  return createHash('sha256').update(text).digest('hex')
}
