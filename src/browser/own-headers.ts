import type { PageRequests } from './page-requests.ts'

/** Hop-by-hop headers, which only the browser may set. */
const connectionHeaders =
  /^(connection|content-length|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|user-agent)$/i

/** Adds the caller's headers to requests to the origin of the first navigation only. */
export async function sendToOwnOrigin(
  requests: PageRequests,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const own = Object.entries(headers).filter(([name]) => !connectionHeaders.test(name))
  if (own.length === 0) return
  const added = own.map(([name, value]) => ({ name, value }))
  const replaced = new Set(own.map(([name]) => name.toLowerCase()))
  let origin: string | undefined
  await requests.intercept({ urlPattern: 'http*' }, (request) => {
    // Pages may request invalid URLs, which have no origin.
    const asked = URL.parse(request.url)?.origin
    if (asked === undefined) return undefined
    origin ??= asked
    if (asked !== origin) return undefined
    const kept = Object.entries(request.headers)
      .filter(([name]) => !replaced.has(name.toLowerCase()))
      .map(([name, value]) => ({ name, value }))
    return { headers: [...kept, ...added] }
  })
}
