import { availableParallelism, totalmem } from 'node:os'
import type { Browsers } from '#browser/browsers.ts'
import { createBrowsers } from '#browser/create-browsers.ts'
import {
  findBrowser,
  ofSystem,
  packedBrowser,
  type FoundBrowser,
  type LocalBrowser,
} from '#browser/find-browser.ts'
import type { Config } from '#config.ts'
import type { Log } from '#kernel/log.ts'
import { startFilteringProxy } from '#net/filtering-proxy.ts'
import type { Guard } from '#net/guard.ts'
import type { OwnAddresses } from '#net/own-addresses.ts'

interface BrowserParts {
  readonly guard: Guard
  readonly own?: OwnAddresses
  readonly log: Log
}

/** The browsers and their one way out. Nothing of Chromium runs before the first page needs it. */
export async function composeBrowsers(config: Config, parts: BrowserParts): Promise<Browsers> {
  const { guard, own, log } = parts
  await using building = new AsyncDisposableStack()
  const proxies = { basic: config.WEIR_PROXY_BASIC, enhanced: config.WEIR_PROXY_ENHANCED }
  const host = config.WEIR_BROWSER_PROXY_HOST
  const found = configuredBrowser(config)
  const admission = found?.kind === 'remote' ? 'credentials' : 'name'
  const proxy = building.use(await startFilteringProxy({ guard, log, proxies, host, admission }))
  await own?.add(proxy.host, proxy.port)
  const browsers = building.use(
    createBrowsers({
      found,
      fallback: fallbackFor(found),
      proxy,
      log,
      hasSandbox: config.WEIR_BROWSER_SANDBOX === 'on',
      pagesMax: config.WEIR_BROWSER_PAGES_MAX ?? pagesMaxHere(),
      pageBytesMax: config.WEIR_BROWSER_PAGE_MEMORY_MAX,
    }),
  )
  const stack = building.move()
  return { ...browsers, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** Undefined when there is none, or when no page may be opened. Throws when the configured one does not exist. */
function configuredBrowser(config: Config): FoundBrowser | undefined {
  if (config.WEIR_BROWSER_PAGES_MAX === 0) return undefined
  return findBrowser({ url: config.WEIR_BROWSER_URL, path: config.WEIR_BROWSER_PATH })
}

/** What the operator has named is used or reported, never replaced. */
function fallbackFor(found: FoundBrowser | undefined): LocalBrowser | undefined {
  return found?.kind === 'program' && found.source === ofSystem ? packedBrowser() : undefined
}

const pagesPerCore = 4
const usualPageBytes = 300 * 1024 ** 2
const memoryShare = 0.5
const pagesMaxEver = 64

/** As many pages as the processors can work on and half of the memory can hold. */
function pagesMaxHere(): number {
  const granted = process.constrainedMemory()
  const memoryBytes = granted > 0 ? Math.min(granted, totalmem()) : totalmem()
  const byMemory = Math.floor((memoryBytes * memoryShare) / usualPageBytes)
  return Math.max(1, Math.min(availableParallelism() * pagesPerCore, byMemory, pagesMaxEver))
}
