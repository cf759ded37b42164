import type { Config } from '#config.ts'
import { startFilteringProxy, type FilteringProxyOptions } from '#net/filtering-proxy.ts'
import type { OwnAddresses } from '#net/own-addresses.ts'
import type { Browsers } from './browsers.ts'
import { createBrowsers, type BrowsersOptions } from './create-browsers.ts'
import { defaultPagesMax } from './default-pages-max.ts'
import { withEnhancedBrowsers } from './enhanced-browsers.ts'
import {
  findBrowser,
  findFullBrowser,
  ofSystem,
  packedBrowser,
  type FoundBrowser,
} from './find-browser.ts'

interface BrowsersDeps
  extends
    Pick<FilteringProxyOptions, 'guard' | 'routes' | 'admitUrl'>,
    Pick<BrowsersOptions, 'log'> {
  readonly own?: OwnAddresses
}

/** The browsers and the proxy that all of their connections go through. Chromium starts with the first page. */
export async function composeBrowsers(
  config: Config,
  { own, ...deps }: BrowsersDeps,
  stack: AsyncDisposableStack,
): Promise<Browsers> {
  const found = configuredBrowser(config)
  const host = config.browser.proxyHost
  const proxy = stack.use(
    await startFilteringProxy({
      ...deps,
      host,
      admission: found?.kind === 'remote' ? 'credentials' : 'name',
    }).catch((cause: unknown) => {
      const text = `WEIR_BROWSER_PROXY_HOST: the proxy of the browser cannot listen on ${host}. Set an address of this machine.`
      throw new Error(text, { cause })
    }),
  )
  await own?.add(proxy.host, proxy.port)
  // A configured browser is never replaced by the fallback.
  const isReplaceable = found?.kind === 'program' && found.source === ofSystem
  const pagesMax = config.browser.pagesMax ?? defaultPagesMax()
  const { pageBytesMax } = config.browser
  const hasSandbox = config.browser.sandbox === 'on'
  const both = { proxy, log: deps.log, hasSandbox, pageBytesMax }
  const fallback = isReplaceable ? packedBrowser() : undefined
  const plain = createBrowsers({ ...both, found, fallback, pagesMax })
  const local = found?.kind === 'remote' ? undefined : found
  const full = local && findFullBrowser()
  const enhanced =
    full &&
    createBrowsers({
      ...both,
      found: full,
      fallback: local,
      isLikeWindow: true,
      pagesMax: Math.ceil(pagesMax / 2),
    })
  return stack.use(withEnhancedBrowsers({ plain, enhanced }))
}

/** Undefined without a browser or if browsers are disabled. Throws if the configured one does not exist. */
export function configuredBrowser(config: Config): FoundBrowser | undefined {
  if (config.browser.pagesMax === 0) return undefined
  return findBrowser({ urls: config.secrets.browserUrl, path: config.browser.path })
}
