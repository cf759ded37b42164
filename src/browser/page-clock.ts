import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession } from 'playwright-core'
import { answerOf } from './answer-of.ts'

/**
 * The clock that the scripts of a page live by. It can be moved faster than time passes, so that nobody has to wait
 * for what a page does "in a second and a half"; once moved, it stands still unless it is moved on.
 */
export interface PageClock {
  /**
   * Moves on by so much, as fast as the page can follow; stands still while anything is on its way over the
   * network. Calls back when it is there, which may be never.
   */
  fastForward(ms: number, arrived: () => void): Promise<void>
  /** Moves on by so much, whatever is on its way. False when the page is too busy to follow. */
  advance(ms: number): Promise<boolean>
  /** Moves on as fast as time passes, until disposed. */
  keepPace(): Disposable
}

const stepMs = 50

/** A page that needs longer for a part of a second is better watched than pushed. */
const followMsMax = 2_000

/** Otherwise a page that always has something to do at once would never see its clock move. */
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
      await answerOf(move('pauseIfNetworkFetchesPending', ms))
    },
    async advance(ms) {
      const arrived = new Promise<true>((resolve) => session.once(arrival, () => resolve(true)))
      await answerOf(move('advance', ms))
      return Promise.race([arrived, sleep(followMsMax, false, { ref: false })])
    },
    keepPace() {
      const timer = setInterval(() => {
        // It fails when the page is closed, and then nobody looks at its clock any more.
        move('advance', stepMs).catch(() => {})
      }, stepMs)
      return { [Symbol.dispose]: () => clearInterval(timer) }
    },
  }
}
