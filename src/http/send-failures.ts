import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ServiceError } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import { isOperation, type KeyEndpoint } from './endpoint.ts'
import { discardBody, failureResponse, toKnownError } from './error-responses.ts'

/** Responds to every thrown value with the body of its error, and logs those that are not expected. */
export function sendFailures(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((thrown, request, reply) => {
    const failure = readFailure(thrown, request, log)
    const { endpoint } = request.routeOptions.config
    return sendFailure(reply, failure, endpoint && isOperation(endpoint) ? endpoint : undefined)
  })
}

/** The failure of a request, which is logged unless it is expected. */
export function readFailure(thrown: unknown, request: FastifyRequest, log: Log): ServiceError {
  const failure = toKnownError(thrown)
  const { code, status, cause } = failure
  // A cause may contain the URL or a part of the request.
  const zeroDataRetention = request.account?.zeroDataRetention === 'forced'
  const err = zeroDataRetention && cause instanceof Error ? { name: cause.name } : cause
  const fields = { requestId: request.id, route: request.routeOptions.url, code, err }
  if (code === 'UNKNOWN_ERROR') log.error(fields, 'unexpected failure')
  else if (status >= 500 && cause) log.warn(fields, 'failure')
  return failure
}

/** Sends the response of a failure; the rest of the request body is discarded. */
export function sendFailure(reply: FastifyReply, failure: ServiceError, endpoint?: KeyEndpoint) {
  discardBody(reply.request.raw)
  const { status, headers, body } = failureResponse(failure, endpoint)
  return reply.code(status).headers(headers).send(body)
}
