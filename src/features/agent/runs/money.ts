import type { Credits } from '#credits/credits.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { Allowance, Work } from './allowance.ts'
import type { RunJournal } from './journal.ts'
import { createRunAllowance } from './run-allowance.ts'
import { runMsMax } from './run-store.ts'
import type { Run } from './run.ts'

/** The charge of a run: made once, in the transaction that ends it. */
export const makeCharge = ({ id, teamId, kind, request }: Run, amount: number) => ({
  teamId,
  principal: request.account.principal,
  operationId: id,
  kind,
  amount,
  forMs: runMsMax + marginMs,
})

/** Reservations live longer than runs, so that the charge finds them. */
const marginMs = 10 * 60_000

export interface Prices {
  readonly creditsMax: number
  /** Undefined where tokens are part of the price of operations. */
  readonly tokensPerCredit: number | undefined
  /** Kept for the last call of the model. */
  readonly creditsKept: number
}

const keptShare = 0.1
const keptMin = 5
const keptShareMax = 0.5

/** What a run with a limit keeps for its last call. */
export const countKeptCredits = (creditsMax: number): number =>
  Math.min(Math.max(keptMin, creditsMax * keptShare), creditsMax * keptShareMax)

/** The most that a step may use: credits of operations at list price, and tokens of the model. */
export interface StepCost {
  readonly credits?: number
  readonly tokens?: number
}

/** Credits of a run, and its part of the allowance for runs that are not charged. None is spent that was not reserved before. */
export interface Budget {
  /** So far, rounded once. */
  readonly spent: number
  /**
   * Reserves what a step may use until disposed; undefined when the limit of the run, the credits of the team or the allowance do
   * not suffice.
   */
  reserve(cost: StepCost): Promise<Disposable | undefined>
  /** Reserves for the last call, also credits that are kept for it. */
  reserveForLast(cost: StepCost): Promise<Disposable | undefined>
  /** Counts a step that failed, and so is in no journal. */
  countFailed(work: Partial<Work>): void
  /** Lowers what the run holds of the allowance to what it has used. */
  settle(): Promise<void>
  /** Why the run must end, when it was the allowance that did not suffice last. */
  readonly allowanceFailure: string | undefined
}

export function createBudget(
  run: Run,
  journal: Pick<RunJournal, 'spent'>,
  {
    credits,
    allowance,
    prices,
  }: {
    readonly credits: Pick<Credits, 'reserve'>
    readonly allowance: Allowance
    readonly prices: Prices
  },
): Budget {
  const { creditsMax, tokensPerCredit, creditsKept } = prices
  /** Of the steps in work. */
  const pending = { credits: 0, tokens: 0 }
  const raise = createRaise(run, credits)
  let isOfAllowance = false
  const ofAllowance = createRunAllowance(run, journal, allowance)

  const toCredits = ({ credits: listed, tokens }: Required<StepCost>) =>
    listed + (tokensPerCredit === undefined ? 0 : tokens / tokensPerCredit)
  const spent = () => Math.min(creditsMax, Math.ceil(toCredits(journal.spent)))

  async function reserve(
    { credits: listed = 0, tokens = 0 }: StepCost,
    most: number,
  ): Promise<Disposable | undefined> {
    const total = Math.ceil(spent() + toCredits(pending) + toCredits({ credits: listed, tokens }))
    isOfAllowance = false
    if (total > most) return undefined
    pending.credits += listed
    pending.tokens += tokens
    const held = ofAllowance.hold(pending)
    const release = {
      [Symbol.dispose]() {
        pending.credits -= listed
        pending.tokens -= tokens
      },
    }
    isOfAllowance = !(await held)
    if (!isOfAllowance && (await raise(total))) return release
    release[Symbol.dispose]()
    return undefined
  }

  return {
    get spent() {
      return spent()
    },
    reserve: (cost) => reserve(cost, creditsMax - creditsKept),
    reserveForLast: (cost) => reserve(cost, creditsMax),
    countFailed: (work) => ofAllowance.countFailed(work),
    settle: () => ofAllowance.settle(pending),
    get allowanceFailure() {
      return isOfAllowance ? allowance.text : undefined
    },
  }
}

/** Raises the reservation of a run. Returns false if the team has too few credits. */
function createRaise(run: Run, credits: Pick<Credits, 'reserve'>) {
  let reserved = 0
  return async (amount: number): Promise<boolean> => {
    if (amount <= reserved) return true
    try {
      await credits.reserve(makeCharge(run, amount))
    } catch (thrown) {
      if (thrown instanceof ServiceError && thrown.code === 'INSUFFICIENT_CREDITS') return false
      throw thrown
    }
    reserved = Math.max(reserved, amount)
    return true
  }
}
