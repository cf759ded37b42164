import { Transform, type Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import request from 'undici/lib/api/api-request.js'
import { redirectStatuses } from './exchange.ts'
import { NetError, toNetError } from './failure.ts'
import type { ResponseHead } from './redirect.ts'

interface OpenRequest {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly bodyBytesMax: number
}

/** The body of a redirect is read only to reuse its connection. */
const redirectBodyBytesMax = 64 * 1024

/** Sends a GET request and returns the response before its body is read. Throws `NetError`, or the reason of the signal. */
export async function openBody(
  dispatcher: Dispatcher,
  { url, headers, bodyBytesMax }: OpenRequest,
  signal: AbortSignal,
): Promise<ResponseHead & { readonly body: Readable }> {
  try {
    const { statusCode: status, ...answer } = await request.call(dispatcher, {
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers: { ...headers, 'accept-encoding': 'identity' },
      signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    const { body } = answer
    // A body that is given up fails too.
    body.on('error', () => {})
    if (redirectStatuses.has(status)) await body.dump({ limit: redirectBodyBytesMax, signal })
    const coding = answer.headers['content-encoding'] ?? 'identity'
    const isTooBig = Number(answer.headers['content-length']) > bodyBytesMax
    if (coding !== 'identity' || isTooBig) {
      body.destroy()
      throw new NetError('site', isTooBig ? 'ERR_RESPONSE_TOO_BIG' : 'ERR_CONTENT_DECODING_FAILED')
    }
    return { status, headers: answer.headers, body: limited(body, bodyBytesMax) }
  } catch (error) {
    signal.throwIfAborted()
    throw toNetError(error)
  }
}

/** The stream, which fails beyond its limit. */
function limited(body: Readable, bytesMax: number): Readable {
  let bytes = 0
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > bytesMax) done(new NetError('site', 'ERR_RESPONSE_TOO_BIG'))
      else done(null, chunk)
    },
  })
  body.on('error', (error) => limit.destroy(toNetError(error)))
  limit.once('close', () => body.destroy())
  return body.pipe(limit)
}
