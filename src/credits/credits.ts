import type { Principal } from '#kernel/principal.ts'
import type { Sql } from '#storage/database.ts'

/** Reserved credits of an operation. Exactly one of `charge` and `release` takes effect; both can be repeated. */
export interface Reservation extends AsyncDisposable {
  /**
   * Charges `amount` once; it may differ from the reserved amount. With `within`, the charge commits together with the
   * caller's own rows.
   */
  charge(amount: number, within?: Sql): Promise<void>
  /** Releases the reservation, with `within` together with the caller's own rows. Disposing does the same if nothing was charged. */
  release(within?: Sql): Promise<void>
}

/** What is charged; `operationId` makes the charge unique, for example a scrape id. */
export interface Charge {
  readonly teamId: string
  readonly principal: Principal
  readonly operationId: string
  /** The operation that costs credits: `scrape`, or the kind of a job. */
  readonly kind: string
  readonly amount: number
  /** Milliseconds after which the reservation expires, in case the process is killed. */
  readonly forMs: number
}

/** The ledger. Reserving fails with `INSUFFICIENT_CREDITS` if the balance less open reservations is too low. */
export interface Credits {
  /** For a reserved operation it changes the amount; if that fails, the reservation stays unchanged. */
  reserve(charge: Charge): Promise<Reservation>
  /** Returns an existing reservation, possibly of another process. */
  reserved(charge: Charge): Reservation
  /** Adds credits for the operator. Fails with `BAD_REQUEST` unless the amount is a positive whole number. */
  grant(teamId: string, amount: number, note: string): Promise<void>
  balance(teamId: string): Promise<number>
  /** What an operation has cost so far. */
  charged(teamId: string, operationId: string, within: Sql): Promise<number>
  /** Gives credits back for an operation, at most once for each kind. */
  refund(charge: Omit<Charge, 'forMs'>, within: Sql): Promise<void>
}
