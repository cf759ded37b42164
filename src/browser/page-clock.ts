import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession } from 'playwright-core'
import { withScriptTimeout } from './script-timeout.ts'

/**
 * The virtual clock of a page. It can advance faster than real time, so that timers of the page need not be waited for; once
 * moved, it stands still until it is moved again.
 */
export interface PageClock {
  /**
   * Advances the clock by `ms` as fast as the page can follow; it stands still while requests are pending. Calls `arrived` at
   * the end, which may be never.
   */
  fastForward(ms: number, arrived: () => void): Promise<void>
  /** Advances the clock by `ms` regardless of pending requests. Returns false if the page is too busy. */
  advance(ms: number): Promise<boolean>
  /** Lets the clock run in real time, until disposed. */
  keepPace(): Disposable
}

const stepMs = 50

/** A page that needs longer for a step is too busy to be advanced. */
const followMsMax = 2_000

/** Without it, the clock of a page that always has tasks would never advance. */
const maxVirtualTimeTaskStarvationCount = 1_000

const arrival = 'Emulation.virtualTimeBudgetExpired'

export function createPageClock(session: CDPSession): PageClock {
  const move = (policy: 'advance' | 'pauseIfNetworkFetchesPending', budget: number) => {
    const setting = { policy, budget, maxVirtualTimeTaskStarvationCount }
    return session.send('Emulation.setVirtualTimePolicy', setting)
  }
  return {
    async fastForward(ms, arrived) {
      session.once(arrival, arrived)
      await withScriptTimeout(move('pauseIfNetworkFetchesPending', ms))
    },
    async advance(ms) {
      const arrived = new Promise<true>((resolve) => session.once(arrival, () => resolve(true)))
      await withScriptTimeout(move('advance', ms))
      return Promise.race([arrived, sleep(followMsMax, false, { ref: false })])
    },
    keepPace() {
      const timer = setInterval(() => {
        // Fails if the page is closed, which needs no handling.
        move('advance', stepMs).catch(() => {})
      }, stepMs)
      return { [Symbol.dispose]: () => clearInterval(timer) }
    },
  }
}
