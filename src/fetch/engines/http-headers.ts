import type { FetchAttempt } from '#fetch/engine.ts'
import { acceptLanguage } from '#kernel/languages.ts'

/** What the headers of a request are made of. */
type Asked = Pick<FetchAttempt, 'headers' | 'mobile' | 'location' | 'revalidate'>

interface RequestHeaders {
  /** Sent to every host of a redirect chain. */
  readonly headers: Readonly<Record<string, string>>
  /** Sent to the requested origin only. */
  readonly credentials: Readonly<Record<string, string>>
}

/** Hop-by-hop headers, which only the owner of the connection may set. */
const connectionHeaders =
  /^(connection|content-length|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/

/** Headers without credentials: sent again after a redirect to another origin. */
const preferences = new Set(['accept', 'accept-encoding', 'accept-language', 'user-agent'])

/** Returns the headers of a browser that navigates to the URL, and those of the caller. */
export function requestHeaders(request: Asked, userAgent: string): RequestHeaders {
  const headers: Record<string, string> = {
    'user-agent': request.mobile ? mobileUserAgent(userAgent) : userAgent,
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8',
    'accept-language': acceptLanguage(request.location),
    'accept-encoding': 'gzip, deflate, br, zstd',
    'upgrade-insecure-requests': '1',
    'sec-fetch-dest': 'document',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-site': 'none',
    'sec-fetch-user': '?1',
    'sec-ch-ua-mobile': request.mobile ? '?1' : '?0',
  }
  Object.assign(headers, conditionalHeaders(request))

  const credentials: Record<string, string> = {}
  for (const [anyCase, value] of Object.entries(request.headers)) {
    const name = anyCase.toLowerCase()
    if (connectionHeaders.test(name)) continue
    if (preferences.has(name)) headers[name] = value
    else credentials[name] = value
  }
  return { headers, credentials }
}

/** Sites detect mobile devices by `Android` and `Mobile` in the first bracket. */
export function mobileUserAgent(userAgent: string): string {
  const phone = 'Linux; Android 14; Mobile'
  if (!userAgent.includes('(')) return `${userAgent} (${phone})`
  return userAgent.replace('(', `(${phone}; `)
}

/** The headers that are added to those of a browser: validators of a stored copy, and those of the caller. */
export const addedHeaders = (request: Asked): Readonly<Record<string, string>> => ({
  ...conditionalHeaders(request),
  ...request.headers,
})

function conditionalHeaders({ revalidate }: Asked): Record<string, string> {
  const { etag, lastModified } = revalidate ?? {}
  return {
    ...(etag && { 'if-none-match': etag }),
    ...(lastModified && { 'if-modified-since': lastModified }),
  }
}
