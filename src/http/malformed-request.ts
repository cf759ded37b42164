import type { Duplex } from 'node:stream'
import { ServiceError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { failureBody } from './error-responses.ts'

const failures: Readonly<Record<string, { status: number; message: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The request headers are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive.' },
}
const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  408: 'Request Timeout',
  413: 'Payload Too Large',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}
/** Time for the client to read the response. */
const graceMs = 1_000
const notHttp = { status: 400, message: 'This is not a valid HTTP request.' }

/** Responds to malformed and incomplete requests, and ends the connection. */
export function refuseMalformedRequest(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const { status, message } = failures[error.code ?? ''] ?? notHttp
  sendRawFailure(socket, new ServiceError('BAD_REQUEST', message), status)
}

/** Writes an error on a connection without a response object, and destroys the connection after a short time. */
export function sendRawFailure(
  socket: Duplex,
  failure: ServiceError,
  status = failure.status,
): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const body = JSON.stringify(failureBody(failure))
  const head = [
    `HTTP/1.1 ${status} ${reasons[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${newId()}`,
    ...(status === 503 || status === 429 ? ['Retry-After: 1'] : []),
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // The client may keep its side of the connection open.
  setTimeout(() => socket.destroy(), graceMs).unref()
}
