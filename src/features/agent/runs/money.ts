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

/** Credits of a run. None is spent that was not reserved before. */
export interface Budget {
  /** So far, rounded once. */
  readonly spent: number
  /** Reserves credits for a step until disposed; undefined when the limit of the run or the credits of the team do not allow it. */
  reserve(credits: number): Promise<Disposable | undefined>
  /** Reserves credits for the last call, also of those that are kept for it. */
  reserveForLast(credits: number): Promise<Disposable | undefined>
}

export function createBudget(
  run: Run,
  journal: Pick<RunJournal, 'spent'>,
  { credits, prices }: { readonly credits: Pick<Credits, 'reserve'>; readonly prices: Prices },
): Budget {
  const { creditsMax, tokensPerCredit, creditsKept } = prices
  /** Of the steps in work. */
  let pending = 0
  let reserved = 0

  function spent(): number {
    const { credits: listed, tokens } = journal.spent
    const used = tokensPerCredit === undefined ? 0 : tokens / tokensPerCredit
    return Math.min(creditsMax, Math.ceil(listed + used))
  }

  /** Raises the reservation of the run. Returns false if the team has too few credits. */
  async function raise(amount: number): Promise<boolean> {
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

  async function reserve(amount: number, most: number): Promise<Disposable | undefined> {
    const total = Math.ceil(spent() + pending + amount)
    if (total > most) return undefined
    pending += amount
    const release = { [Symbol.dispose]: () => void (pending -= amount) }
    if (await raise(total)) return release
    release[Symbol.dispose]()
    return undefined
  }

  return {
    get spent() {
      return spent()
    },
    reserve: (amount) => reserve(amount, creditsMax - creditsKept),
    reserveForLast: (amount) => reserve(amount, creditsMax),
  }
}
