import type { Credits, Reservation } from '#credits/credits.ts'
import type { Account } from '#kernel/account.ts'
import { newId } from '#kernel/ids.ts'

/** Credits set aside for a file whose pages nobody has counted yet. */
export interface PageHold extends AsyncDisposable {
  /** Sets aside the price of the first page. Fails with `INSUFFICIENT_CREDITS`. */
  begin(amount: number): Promise<void>
  /** The file turned out to cost so much; once. When the team has not so much, `signal` aborts. */
  extend(amount: number): void
  /** Waits until everything is set aside. Fails with `INSUFFICIENT_CREDITS`. */
  whole(): Promise<void>
  /** Aborts with `INSUFFICIENT_CREDITS`. */
  readonly signal: AbortSignal
  /** What is settled in the end, whatever the whole came to. */
  reservation(): Reservation
}

interface Holder {
  readonly account: Account
  readonly id: string
  readonly expiresAt: Date
}

export function createPageHold(
  credits: Pick<Credits, 'reserve'>,
  { account, id, expiresAt }: Holder,
): PageHold {
  const { teamId, keyId } = account
  const poor = new AbortController()
  const held = new AsyncDisposableStack()
  let first: Reservation | undefined
  let firstAmount = 0
  let more: Promise<void> | undefined

  const reserve = (operationId: string, amount: number) =>
    credits.reserve({ teamId, keyId, operationId, kind: 'parse', amount, expiresAt })

  return {
    signal: poor.signal,
    async begin(amount) {
      firstAmount = amount
      first = held.use(await reserve(id, amount))
    },
    extend(amount) {
      if (more !== undefined || amount <= firstAmount) return
      more = reserve(newId(), amount - firstAmount).then(
        (rest) => void held.use(rest),
        (failure: unknown) => poor.abort(failure),
      )
    },
    async whole() {
      await more
      poor.signal.throwIfAborted()
    },
    reservation() {
      if (!first) throw new Error('Nothing has been set aside yet.')
      return first
    },
    async [Symbol.asyncDispose]() {
      await more
      await held.disposeAsync()
    },
  }
}
