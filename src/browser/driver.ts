import type { BrowserType } from 'playwright-core'

/** Playwright takes 60 MB of memory: it is loaded with the first browser, and not where none is needed. */
export async function loadDriver(): Promise<BrowserType> {
  return (await import('playwright-core')).chromium
}
