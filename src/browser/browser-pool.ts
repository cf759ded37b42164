import type { Log } from '#kernel/log.ts'
import { createPooledBrowser, type BrowserLease, type PooledBrowser } from './pooled-browser.ts'
import type { RunningBrowser } from './launch.ts'
import { orAborted } from '#kernel/or-aborted.ts'

/** The browsers of this process: the current ones, which take turns, and retired ones that finish their pages. */
export interface BrowserPool extends AsyncDisposable {
  /** Starts a browser if there is none. Throws if it does not start, or the reason of the signal. */
  lease(signal: AbortSignal): Promise<BrowserLease>
  /** Running browsers. */
  readonly running: readonly RunningBrowser[]
  readonly started: number
}

export interface BrowserPoolOptions {
  readonly launch: () => Promise<RunningBrowser>
  /** Browsers that share the pages. */
  readonly count?: number
  /** A browser is replaced after this number of pages. */
  readonly pagesPerBrowserMax: number
  /** An idle browser ends after this time. */
  readonly idleMs: number
  readonly log: Log
}

export function createBrowserPool({
  launch,
  log,
  count = 1,
  ...limits
}: BrowserPoolOptions): BrowserPool {
  const members = new Set<PooledBrowser>()
  const ending = new Set<Promise<void>>()
  /** By place. */
  const current = new Map<number, Promise<PooledBrowser>>()
  let leases = 0
  let started = 0

  function end(member: PooledBrowser) {
    members.delete(member)
    const leaving = member.running
      .end()
      .catch((err: unknown) => log.warn({ err }, 'browser not removed'))
      .finally(() => ending.delete(leaving))
    ending.add(leaving)
  }

  async function start(): Promise<PooledBrowser> {
    const running = await launch()
    started++
    const member = createPooledBrowser(running, { ...limits, end })
    members.add(member)
    running.gone.addEventListener('abort', () => {
      if (!member.isRetired) log.warn({ pages: member.pages }, 'browser stopped by itself')
      member.retire()
    })
    return member
  }

  function begin(place: number): Promise<PooledBrowser> {
    const starting = start()
    current.set(place, starting)
    // The next caller tries again.
    starting.catch(() => current.delete(place))
    return starting
  }

  return {
    async lease(signal) {
      const place = leases++ % count
      for (;;) {
        const asked = current.get(place) ?? begin(place)
        const member = await orAborted(asked, signal)
        if (!member.isRetired) return member.give()
        if (current.get(place) === asked) current.delete(place)
      }
    },
    get running() {
      return [...members].map(({ running }) => running)
    },
    get started() {
      return started
    },
    async [Symbol.asyncDispose]() {
      await Promise.allSettled(current.values())
      for (const member of members) member.retire()
      await Promise.all(ending)
    },
  }
}
