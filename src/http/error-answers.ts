import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError, type ErrorCode, type ErrorDetail } from '#kernel/errors.ts'
import { boundedDetails, cutText } from './error-details.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Texts the contract words otherwise for this endpoint; such answers carry nothing else. */
    messages?: Partial<Record<ErrorCode, string>>
    /** What comes before the list of findings about the body, where the contract wants one. */
    invalidPrefix?: string | undefined
    /** The route bounds its callers itself; every other one has the small budget of requests without a key. */
    admitsItself?: boolean
    /** Always answered, also when overloaded or stopping: whoever looks after the service must be able to look. */
    isOperational?: boolean
  }
}

/** The largest body that is not a file. */
export const bodyBytesMax = 10 * 1024 * 1024
const waitSeconds = 1
const errorLengthMax = 2_000

/** Sends a failure in the one shape of contract section 3. */
export function sendFailure(
  reply: FastifyReply,
  failure: ServiceError,
  { messages = {}, invalidPrefix }: FastifyContextConfig = {},
): FastifyReply {
  const { status } = failure
  endUnread(reply.request.raw)
  if (status === 429 || status === 503) {
    reply.header('retry-after', Math.max(waitSeconds, Math.ceil(failure.retryAfterSeconds ?? 0)))
  } else if (failure.retryAfterSeconds !== undefined) {
    reply.header('retry-after', Math.max(waitSeconds, Math.ceil(failure.retryAfterSeconds)))
  }
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  const error = messages[failure.code]
  if (error) return reply.code(status).send({ success: false, error })
  const { details } = failure
  const listed = invalidPrefix && details && { error: listOf(invalidPrefix, details) }
  return reply.code(status).send({ ...failureBody(failure), ...listed })
}

/**
 * A failure is often answered before the body has arrived. What is left is read and dropped, so that the sender comes to
 * read the answer, up to the size a body may have; then the connection ends.
 */
function endUnread(request: FastifyRequest['raw']): void {
  if (request.complete) return
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > bodyBytesMax) request.destroy()
  })
}

function listOf(prefix: string, details: readonly ErrorDetail[]): string {
  const messages = boundedDetails(details).map(({ message }) => message)
  return cutText(`${prefix}: ${messages.join(', ')}`, errorLengthMax)
}

/** The body alone, for answers that never reach the router. */
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
 * The framework's own refusals (too large, wrong type, malformed path) are the caller's mistakes, not our bugs.
 * Everything else that is not ours is `UNKNOWN_ERROR`, its cause only in the log.
 */
export function toServiceError(thrown: unknown): ServiceError {
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
