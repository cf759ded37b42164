import type { EngineRequest } from '#fetch/engine.ts'
import { acceptLanguage } from '#kernel/languages.ts'

interface RequestHeaders {
  /** Sent to every host on the way. */
  readonly headers: Readonly<Record<string, string>>
  /** Sent to the asked origin alone. */
  readonly credentials: Readonly<Record<string, string>>
}

/** Describe one connection; only the client that owns the connection may write them. */
const connectionHeaders =
  /^(connection|content-length|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/

/** Say what the reader wants, not who the reader is: safe to repeat after a redirect to another origin. */
const preferences = new Set(['accept', 'accept-encoding', 'accept-language', 'user-agent'])

/** What a browser sends when a reader types the URL, with the caller's own headers on top. */
export function requestHeaders(request: EngineRequest, userAgent: string): RequestHeaders {
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
  const { etag, lastModified } = request.revalidate ?? {}
  if (etag) headers['if-none-match'] = etag
  if (lastModified) headers['if-modified-since'] = lastModified

  const credentials: Record<string, string> = {}
  for (const [anyCase, value] of Object.entries(request.headers)) {
    const name = anyCase.toLowerCase()
    if (connectionHeaders.test(name)) continue
    if (preferences.has(name)) headers[name] = value
    else credentials[name] = value
  }
  return { headers, credentials }
}

/** Sites tell phones by the words Android and Mobile in the first bracket. */
export function mobileUserAgent(userAgent: string): string {
  const phone = 'Linux; Android 14; Mobile'
  if (!userAgent.includes('(')) return `${userAgent} (${phone})`
  return userAgent.replace('(', `(${phone}; `)
}
