import type { Received } from '#net/client.ts'
import { NetError } from '#net/failure.ts'
import { toFetchError } from '#net/to-service-error.ts'
import type { DocumentResponse } from './document-response.ts'
import type { ReceiveRequest } from './receive.ts'

/** Reads the body of a response. Fails if it is longer than `bodyBytesMax` and may not be cut. */
export async function readResponse(
  { url, status, headers, body }: DocumentResponse,
  { bodyBytesMax, cutsBody }: Pick<ReceiveRequest, 'bodyBytesMax' | 'cutsBody'>,
): Promise<Omit<Received, 'cookieNames'>> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body()) {
    chunks.push(chunk)
    bytes += chunk.byteLength
    if (bytes > bodyBytesMax) break
  }
  const isCut = bytes > bodyBytesMax
  if (isCut && !cutsBody) throw toFetchError(new NetError('site', 'ERR_RESPONSE_TOO_BIG'))
  if (!isCut && status !== 304) assertComplete(headers, bytes)
  const whole = Buffer.concat(chunks)
  return {
    url: withoutUserinfo(url),
    status,
    headers,
    body: whole.subarray(0, bodyBytesMax),
    isCut,
  }
}

/** Chromium ends the body without an error when the connection ends. */
function assertComplete(headers: DocumentResponse['headers'], bytes: number): void {
  const { 'content-length': length, 'content-encoding': encoding } = headers
  if (length === undefined || encoding !== undefined) return
  if (bytes < Number(length)) {
    throw toFetchError(new NetError('site', 'ERR_CONTENT_LENGTH_MISMATCH'))
  }
}

function withoutUserinfo(text: string): string {
  const url = new URL(text)
  url.username = ''
  url.password = ''
  return url.href
}
