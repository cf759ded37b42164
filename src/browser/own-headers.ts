import type { Page } from 'playwright-core'

/** Describe one connection; only the browser that owns the connection may write them. */
const connectionHeaders =
  /^(connection|content-length|expect|host|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|user-agent)$/i

/** Adds the caller's own headers to requests to the origin of the first navigation, and to no other. */
export async function sendToOwnOrigin(
  page: Page,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const own = Object.entries(headers).filter(([name]) => !connectionHeaders.test(name))
  if (own.length === 0) return
  const added = own.map(([name, value]) => ({ name, value }))
  const replaced = new Set(own.map(([name]) => name.toLowerCase()))
  let origin: string | undefined
  const session = await page.context().newCDPSession(page)
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    const asked = new URL(request.url).origin
    origin ??= asked
    const kept = Object.entries(request.headers)
      .filter(([name]) => !replaced.has(name.toLowerCase()))
      .map(([name, value]) => ({ name, value }))
    const changed = asked === origin ? { headers: [...kept, ...added] } : {}
    // The page may be gone by now, and the request with it.
    session.send('Fetch.continueRequest', { requestId, ...changed }).catch(() => {})
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: 'http*' }] })
}
