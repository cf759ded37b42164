import type { IncomingMessage } from 'node:http'
import { ServiceError } from '#kernel/errors.ts'
import { sendRawFailure } from './malformed-request.ts'

/**
 * Answers 413 and ends the connection when a body is longer than it may be, also when its length was not announced.
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
