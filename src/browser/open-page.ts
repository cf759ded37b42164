import type { BrowserContext, Page } from 'playwright-core'
import type { ScreenSubject } from '#kernel/caller.ts'
import type { FilteringProxy } from '#net/filtering-proxy.ts'
import type { ProxySession } from '#net/filtering-proxy/proxy-session.ts'
import type { PageSetting } from './browsers.ts'
import type { RunningBrowser } from './launch.ts'
import { sendToOwnOrigin } from './own-headers.ts'
import { makeEmulation, ownLanguages } from './own-window.ts'
import { createPageFaults, type PageFaults } from './page-faults.ts'
import { watchRequests, type PageRequests } from './page-requests.ts'
import { chromiumUserAgent, present, presentLanguages } from './user-agent.ts'

/** A page with the context and proxy session. */
export interface PageOfOne {
  readonly page: Page
  readonly context: BrowserContext
  readonly session: ProxySession
  readonly requests: PageRequests
  readonly faults: PageFaults
  /** Closes page, context and proxy session. Throws if the browser fails. */
  close(): Promise<void>
}

/** Maximum of received bytes of a page, including discarded ones. */
const pageBytesMax = 512 * 1024 ** 2

/** Opens a new context, isolated from others, with its own proxy session. */
export async function openPage(
  {
    browser,
    hasWindows = false,
    targetLanguages,
  }: Pick<RunningBrowser, 'browser' | 'hasWindows' | 'targetLanguages'>,
  proxy: FilteringProxy,
  setting: PageSetting & { readonly onBehalfOf: ScreenSubject },
): Promise<PageOfOne> {
  const { country, headers, skipTlsVerification } = setting
  const { languages = ownLanguages, isMobile = false, locale, ...rest } = setting.context
  const [version, userAgent] = [browser.version(), findUserAgent(headers)]
  const { size, identity } = makeEmulation({ hasWindows, context: setting.context, userAgent })
  const { viewport: _, screen: _1, deviceScaleFactor: _2, hasTouch: _3, ...others } = rest
  const session = proxy.admit({
    ...setting.onBehalfOf,
    pool: setting.proxy,
    country,
    host: setting.host,
    route: setting.route,
    bytesMax: pageBytesMax,
  })
  const faults = createPageFaults()
  let context: BrowserContext | undefined
  async function close() {
    session[Symbol.dispose]()
    await context?.close()
  }
  try {
    const { ticket } = session
    context = await browser.newContext({
      ...others,
      ...size,
      ...(identity !== 'none' && locale !== undefined && { locale }),
      ...(identity === 'all' && { userAgent: userAgent ?? chromiumUserAgent(version, isMobile) }),
      // Credentials, if any, are sent by `page-requests.ts`.
      proxy: { server: ticket.server },
      ignoreHTTPSErrors: skipTlsVerification,
      acceptDownloads: false,
      // They would respond to requests that cannot be observed, and are useless for a page that is loaded once.
      serviceWorkers: hasWindows ? 'allow' : 'block',
    })
    const page = await context.newPage()
    if (hasWindows) await bypassServiceWorkers(page)
    if (identity === 'languages') await presentLanguages(page, { languages, targetLanguages })
    if (identity === 'all') await present(page, { version, isMobile, languages, userAgent })
    const requests = await watchRequests(page, { ticket, guarded: faults.guarded })
    await sendToOwnOrigin(requests, headers)
    return { page, context, session, requests, faults, close }
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
}

/** Scripts must see the same user agent as the site. */
function findUserAgent(headers: PageSetting['headers']): string | undefined {
  const [, userAgent] = Object.entries(headers).find(([name]) => /^user-agent$/i.test(name)) ?? []
  return userAgent
}

/** Unlike blocking them, this changes nothing that scripts can read. */
async function bypassServiceWorkers(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setBypassServiceWorker', { bypass: true })
}
