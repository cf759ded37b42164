import { loadDriver } from './driver.ts'
import { BrowserGone, type RunningBrowser } from './launch.ts'

const connectMsMax = 10_000
const leaveMsMax = 2_000

/** Joins a browser that runs elsewhere, by the http or WebSocket URL of its DevTools. Throws when it does not answer. */
export async function connectBrowser(url: string): Promise<RunningBrowser> {
  const driver = await loadDriver()
  const browser = await driver.connectOverCDP(url, { timeout: connectMsMax })
  const going = new AbortController()
  browser.on('disconnected', () => going.abort(new BrowserGone('The browser stopped.')))
  /** It belongs to somebody else: we only hang up. */
  const hangUp = () => void browser.close().catch(() => {})
  return {
    browser,
    pid: undefined,
    gone: going.signal,
    kill: hangUp,
    async end() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, leaveMsMax).unref())
      await Promise.race([browser.close().catch(() => {}), late])
    },
  }
}
