import type { RunningBrowser } from './launch.ts'

/** A lease of a browser for one page. */
export interface BrowserLease extends Disposable {
  readonly running: RunningBrowser
}

/** One browser and its pages. A retired browser gets no new pages and ends with its last page. */
export interface PooledBrowser {
  readonly running: RunningBrowser
  readonly isRetired: boolean
  readonly pages: number
  give(): BrowserLease
  retire(): void
}

export interface PooledBrowserOptions {
  readonly pagesPerBrowserMax: number
  readonly idleMs: number
  /** Called once, when the browser must end. */
  readonly end: (member: PooledBrowser) => void
}

export function createPooledBrowser(
  running: RunningBrowser,
  options: PooledBrowserOptions,
): PooledBrowser {
  const { pagesPerBrowserMax, idleMs, end } = options
  let [pages, shown] = [0, 0]
  let isRetired = false
  let hasEnded = false
  let idle: NodeJS.Timeout | undefined

  function endWhenDone() {
    const isDone = isRetired && (pages === 0 || running.gone.aborted)
    if (!isDone || hasEnded) return
    hasEnded = true
    clearTimeout(idle)
    end(member)
  }
  function retire() {
    isRetired = true
    endWhenDone()
  }
  function giveBack() {
    pages--
    endWhenDone()
    if (pages === 0 && !hasEnded) idle = setTimeout(retire, idleMs).unref()
  }

  const member: PooledBrowser = {
    running,
    get isRetired() {
      return isRetired
    },
    get pages() {
      return pages
    },
    give() {
      clearTimeout(idle)
      pages++
      shown++
      isRetired ||= shown >= pagesPerBrowserMax
      return { running, [Symbol.dispose]: giveBack }
    },
    retire,
  }
  return member
}
