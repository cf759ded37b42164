import type { BrowserType } from 'playwright-core'

/** Playwright takes 60 MB of memory, so it is loaded with the first browser. */
export async function loadDriver(): Promise<BrowserType> {
  return (await import('playwright-core')).chromium
}
