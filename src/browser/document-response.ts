import type { CDPSession } from 'playwright-core'

/** A response to a navigation, before the browser reads it. */
export interface DocumentResponse {
  readonly url: string
  readonly status: number
  /** Lower-case names; repeated headers joined with ", "; no Set-Cookie. */
  readonly headers: Readonly<Record<string, string>>
  /** Reads the body, decoded by Content-Encoding. */
  readonly body: () => AsyncGenerator<Buffer>
}

/** The event `Fetch.requestPaused`, as far as it is used here. */
export interface Paused {
  readonly requestId: string
  readonly request: { readonly url: string; readonly urlFragment?: string }
  readonly responseErrorReason?: string
  readonly responseStatusCode?: number
  readonly responseHeaders?: readonly { readonly name: string; readonly value: string }[]
}

/** Read at once; messages of the browser have a size limit. */
const chunkBytes = 1024 ** 2

/** Undefined before the response; `failed` if there is none. */
export function toDocumentResponse(
  session: Pick<CDPSession, 'send'>,
  paused: Paused,
): DocumentResponse | 'failed' | undefined {
  const { requestId, request, responseErrorReason } = paused
  const { responseStatusCode: status, responseHeaders = [] } = paused
  if (responseErrorReason !== undefined) return 'failed'
  if (status === undefined) return undefined
  const headers: Record<string, string> = {}
  for (const { name: anyCase, value } of responseHeaders) {
    const name = anyCase.toLowerCase()
    if (name === 'set-cookie') continue
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
  }
  return {
    url: `${request.url}${request.urlFragment ?? ''}`,
    status,
    headers,
    async *body() {
      const { stream } = await session.send('Fetch.takeResponseBodyAsStream', { requestId })
      for (;;) {
        const read = await session.send('IO.read', { handle: stream, size: chunkBytes })
        yield Buffer.from(read.data, read.base64Encoded === true ? 'base64' : 'utf8')
        if (read.eof) return
      }
    },
  }
}
