import type { IncomingMessage } from 'node:http'
import { ServiceError } from '#kernel/errors.ts'
import { sendRawFailure } from './malformed-request.ts'

/**
 * Returns 413 and ends the connection when a body exceeds its maximum, with or without a content length.
 * Call it where the body is first read: it makes the body flow.
 */
export function capBody(request: IncomingMessage, bytesMax: number): void {
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    const before = bytes
    bytes += chunk.length
    if (bytes > bytesMax && before <= bytesMax)
      sendRawFailure(request.socket, new ServiceError('PAYLOAD_TOO_LARGE'))
  })
}
