import type { Duplex } from 'node:stream'
import { ServiceError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { failureBody } from './error-answers.ts'

const lines: Readonly<Record<string, { status: string; message: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    message: 'The request headers are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    message: 'The request took too long to arrive.',
  },
}
/** To read the last word in. */
const graceMs = 1_000
const notHttp = { status: '400 Bad Request', message: 'This is not a valid HTTP request.' }

/** What is not HTTP, or never ends, gets a last word in HTTP, and the connection ends. */
export function refuseGarbage(error: Error & { code?: string }, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const { status, message } = lines[error.code ?? ''] ?? notHttp
  const body = JSON.stringify(failureBody(new ServiceError('BAD_REQUEST', message)))
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${newId()}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // Whoever goes on sending is not heard any more.
  setTimeout(() => socket.destroy(), graceMs).unref()
}
