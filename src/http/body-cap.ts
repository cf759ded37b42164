import type { IncomingMessage } from 'node:http'
import { Transform, type Readable } from 'node:stream'
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

/** Passes a body on. Fails with `PAYLOAD_TOO_LARGE` beyond its maximum; the rest is not read then. */
export function cappedBody(body: Readable, bytesMax: number): Readable {
  let bytes = 0
  const passed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > bytesMax) done(new ServiceError('PAYLOAD_TOO_LARGE'))
      else done(null, chunk)
    },
  })
  body.on('error', (error) => passed.destroy(error))
  return body.pipe(passed)
}
