import { loadDriver } from './driver.ts'
import { BrowserGoneError, type RunningBrowser } from './launch.ts'

const connectMsMax = 10_000
const leaveMsMax = 2_000

/** Connects to a remote browser by the HTTP or WebSocket URL of its DevTools. Throws if it does not respond. */
export async function connectBrowser(url: string): Promise<RunningBrowser> {
  const driver = await loadDriver()
  const browser = await driver.connectOverCDP(url, { timeout: connectMsMax })
  const going = new AbortController()
  browser.on('disconnected', () => going.abort(new BrowserGoneError('The browser stopped.')))
  /** The browser is managed elsewhere: only the connection is closed. */
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
