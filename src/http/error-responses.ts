import type { IncomingMessage } from 'node:http'
import { ServiceError, type ErrorCode, type ErrorDetail } from '#kernel/errors.ts'
import { boundedDetails, cutText } from './error-details.ts'

/** Maximum size of a body that is not a file. */
export const bodyBytesMax = 10 * 1024 * 1024
const waitSeconds = 1
const errorLengthMax = 2_000

interface FailureTexts {
  readonly messages?: Partial<Record<ErrorCode, string>>
  readonly invalidPrefix?: string
  readonly invalidBody?: {
    readonly error: string
    readonly facts: Readonly<Record<string, string>>
  }
}

/** Status, headers and body of an error. A text of the endpoint replaces the whole body. */
export function failureResponse(
  failure: ServiceError,
  { messages = {}, invalidPrefix, invalidBody }: FailureTexts = {},
) {
  const { status, details } = failure
  const error = messages[failure.code]
  const own = invalidBody && details && { error: invalidBody.error, ...invalidBody.facts }
  const listed = invalidPrefix && details && { error: writeList(invalidPrefix, details) }
  return {
    status,
    headers: makeHeaders(failure),
    body: error
      ? { success: false, error, ...failure.facts }
      : { ...failureBody(failure), ...listed, ...own },
  }
}

function makeHeaders({ status, retryAfterSeconds }: ServiceError): Record<string, string | number> {
  const isRetryable = status === 429 || status === 503 || retryAfterSeconds !== undefined
  return {
    ...(isRetryable && {
      'retry-after': Math.max(waitSeconds, Math.ceil(retryAfterSeconds ?? 0)),
    }),
    ...(status === 401 && { 'www-authenticate': 'Bearer realm="weir"' }),
  }
}

/**
 * Reads and discards the rest of a body after an early response, up to the maximum size, so that the client can read the
 * response; then the connection ends.
 */
export function discardBody(request: IncomingMessage): void {
  if (request.complete) return
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > bodyBytesMax) request.destroy()
  })
}

function writeList(prefix: string, details: readonly ErrorDetail[]): string {
  const messages = boundedDetails(details).map(({ message }) => message)
  return cutText(`${prefix}: ${messages.join(', ')}`, errorLengthMax)
}

/** The body alone, for responses that are sent outside of the router. */
export function failureBody({ message, code, details, facts }: ServiceError) {
  const error = cutText(message, errorLengthMax)
  return {
    success: false,
    error,
    code,
    ...(details && { details: boundedDetails(details) }),
    ...facts,
  }
}

/**
 * Errors of the framework with a 4xx status (too large, wrong type, malformed path) are errors of the caller.
 * Every other unexpected error is `UNKNOWN_ERROR`; its cause is only logged.
 */
export function toKnownError(thrown: unknown): ServiceError {
  if (thrown instanceof ServiceError) return thrown
  const status = thrown instanceof Error && 'statusCode' in thrown ? Number(thrown.statusCode) : 500
  if (status === 413) return new ServiceError('PAYLOAD_TOO_LARGE', undefined, { cause: thrown })
  if (status === 415)
    return new ServiceError(
      'BAD_REQUEST',
      'Send the body as JSON with Content-Type: application/json.',
    )
  if (status === 404 || status === 414) return new ServiceError('NOT_FOUND')
  if (status < 500) return new ServiceError('BAD_REQUEST', undefined, { cause: thrown })
  return ServiceError.from(thrown)
}
