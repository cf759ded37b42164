import type { Credits } from '#credits/credits.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { RunJournal } from './journal.ts'
import type { Run } from './run.ts'

/** The charge of a run: made once, in the transaction that ends it. */
export const chargeOf = ({ id, teamId, kind, request, deadlineAt }: Run, amount: number) => ({
  teamId,
  principal: request.account.principal,
  operationId: id,
  kind,
  amount,
  expiresAt: new Date(deadlineAt.getTime() + marginMs),
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
export const creditsKeptOf = (creditsMax: number): number =>
  Math.min(Math.max(keptMin, creditsMax * keptShare), creditsMax * keptShareMax)

/** Credits of a run: none is spent that was not held before. */
export interface Budget {
  /** So far, rounded once. */
  readonly spent: number
  /** Holds credits for a step; undefined when the limit of the run or the credits of the team do not allow it. */
  hold(credits: number): Promise<Disposable | undefined>
  /** Holds credits for the last call, also of those that are kept for it. */
  holdLast(credits: number): Promise<Disposable | undefined>
}

export function createBudget(
  run: Run,
  journal: Pick<RunJournal, 'spent'>,
  { credits, prices }: { readonly credits: Pick<Credits, 'reserve'>; readonly prices: Prices },
): Budget {
  const { creditsMax, tokensPerCredit, creditsKept } = prices
  let held = 0
  let reserved = 0

  function spent(): number {
    const { credits: listed, tokens } = journal.spent
    const used = tokensPerCredit === undefined ? 0 : tokens / tokensPerCredit
    return Math.min(creditsMax, Math.ceil(listed + used))
  }

  async function reserve(amount: number): Promise<boolean> {
    if (amount <= reserved) return true
    try {
      await credits.reserve(chargeOf(run, amount))
    } catch (thrown) {
      if (thrown instanceof ServiceError && thrown.code === 'INSUFFICIENT_CREDITS') return false
      throw thrown
    }
    reserved = Math.max(reserved, amount)
    return true
  }

  async function hold(amount: number, most: number): Promise<Disposable | undefined> {
    const total = Math.ceil(spent() + held + amount)
    if (total > most) return undefined
    held += amount
    const release = { [Symbol.dispose]: () => void (held -= amount) }
    if (await reserve(total)) return release
    release[Symbol.dispose]()
    return undefined
  }

  return {
    get spent() {
      return spent()
    },
    hold: (amount) => hold(amount, creditsMax - creditsKept),
    holdLast: (amount) => hold(amount, creditsMax),
  }
}
