import type { Log } from '#kernel/log.ts'
import { createPooledBrowser, type BrowserLease, type PooledBrowser } from './pooled-browser.ts'
import type { RunningBrowser } from './launch.ts'
import { orAborted } from '#kernel/or-aborted.ts'

/** The browsers of this process: the current one, and retired ones that finish their pages. */
export interface BrowserPool extends AsyncDisposable {
  /** Starts a browser if there is none. Throws if it does not start, or the reason of the signal. */
  lease(signal: AbortSignal): Promise<BrowserLease>
  /** Running browsers. */
  readonly running: readonly RunningBrowser[]
  readonly started: number
}

export interface BrowserPoolOptions {
  readonly launch: () => Promise<RunningBrowser>
  /** A browser is replaced after this number of pages. */
  readonly pagesPerBrowserMax: number
  /** An idle browser ends after this time. */
  readonly idleMs: number
  readonly log: Log
}

export function createBrowserPool({ launch, log, ...limits }: BrowserPoolOptions): BrowserPool {
  const members = new Set<PooledBrowser>()
  const ending = new Set<Promise<void>>()
  let current: Promise<PooledBrowser> | undefined
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

  function begin(): Promise<PooledBrowser> {
    const starting = start()
    // The next caller tries again.
    starting.catch(() => (current = undefined))
    return starting
  }

  return {
    async lease(signal) {
      for (;;) {
        const asked = (current ??= begin())
        const member = await orAborted(asked, signal)
        if (!member.isRetired) return member.give()
        if (current === asked) current = undefined
      }
    },
    get running() {
      return [...members].map(({ running }) => running)
    },
    get started() {
      return started
    },
    async [Symbol.asyncDispose]() {
      await current?.catch(() => {})
      for (const member of members) member.retire()
      await Promise.all(ending)
    },
  }
}
