import type { Allowance, Work } from './allowance.ts'
import type { RunJournal } from './journal.ts'
import type { StepCost } from './money.ts'
import type { Run } from './run.ts'

/** What one run uses of the allowance of its team. */
export interface RunAllowance {
  /** Counts steps before they are done, beside what has been done. Returns false if the allowance does not suffice. */
  hold(steps: Required<StepCost>): Promise<boolean>
  /** Counts a step that failed, and so is in no journal. */
  countFailed(work: Partial<Work>): void
  /** Lowers what the run holds to what it has used. */
  settle(steps: Required<StepCost>): Promise<void>
}

export function createRunAllowance(
  run: Run,
  journal: Pick<RunJournal, 'spent'>,
  allowance: Allowance,
): RunAllowance {
  /** Pages in work when the process before this one ended count as failed. */
  const failed = { pages: Math.max(0, run.pagesHeld - journal.spent.credits), tokens: 0 }
  let held: Work = { pages: 0, tokens: 0 }
  let hasLacked = false

  const workWith = ({ credits, tokens }: Required<StepCost>): Work => ({
    pages: journal.spent.credits + credits + failed.pages,
    tokens: journal.spent.tokens + tokens + failed.tokens,
  })

  return {
    async hold(steps) {
      const work = workWith(steps)
      if (work.pages <= held.pages && work.tokens <= held.tokens) return true
      const isEnough = await allowance.hold(run, work)
      if (isEnough) held = work
      else hasLacked = true
      return isEnough
    },
    countFailed({ pages = 0, tokens = 0 }) {
      failed.pages += pages
      failed.tokens += tokens
    },
    async settle(steps) {
      // The run that the allowance did not suffice for keeps the rest of the day.
      if (!hasLacked) await allowance.settle(run, workWith(steps))
    },
  }
}
