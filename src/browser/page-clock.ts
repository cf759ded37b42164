import type { CDPSession } from 'playwright-core'
import { answerOf } from './answer-of.ts'

/**
 * The clock that the scripts of a page live by. It can be moved faster than time passes, so that nobody has to wait
 * for what a page does "in a second and a half"; once moved, it stands still unless it is moved on.
 */
export interface PageClock {
  /**
   * Moves on by so much, as fast as the page can follow; stands still while something is on its way over the
   * network. Calls back when it is there, which may be never.
   */
  fastForward(ms: number, done: () => void): Promise<void>
  /** Moves on as fast as time passes, until disposed. */
  keepPace(): Disposable
}

const stepMs = 50

/** Otherwise a page that always has something to do at once would never see its clock move. */
const maxVirtualTimeTaskStarvationCount = 100_000

export function createPageClock(session: CDPSession): PageClock {
  return {
    async fastForward(ms, done) {
      session.once('Emulation.virtualTimeBudgetExpired', done)
      const policy = 'pauseIfNetworkFetchesPending'
      const ahead = { policy, budget: ms, maxVirtualTimeTaskStarvationCount } as const
      await answerOf(session.send('Emulation.setVirtualTimePolicy', ahead))
    },
    keepPace() {
      const step = { policy: 'advance', budget: stepMs } as const
      const timer = setInterval(() => {
        // It fails when the page is closed, and then nobody looks at its clock any more.
        session.send('Emulation.setVirtualTimePolicy', step).catch(() => {})
      }, stepMs)
      return { [Symbol.dispose]: () => clearInterval(timer) }
    },
  }
}
