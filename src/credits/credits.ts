import type { Sql } from '#storage/database.ts'

/** Credits set aside for one piece of work. Exactly one of `settle` and `release` takes effect; repeating is harmless. */
export interface Reservation extends AsyncDisposable {
  /**
   * Charges `amount` (which may differ from what was reserved) once, whatever happens before or after.
   * With `within`, the charge commits together with the caller's own rows.
   */
  settle(amount: number, within?: Sql): Promise<void>
  /** Gives everything back. Also what disposing does when nothing was settled. */
  release(): Promise<void>
}

/** What is being paid for; `operationId` makes the charge unique (a scrape id, later a job and page). */
export interface Charge {
  readonly teamId: string
  readonly keyId: string
  readonly operationId: string
  /** The operation that costs credits: `scrape`, or the kind of a job. */
  readonly kind: string
  readonly amount: number
  /** After this the reservation no longer counts, so a killed process gives its credits back. */
  readonly expiresAt: Date
}

/** The team's ledger. Fails with `INSUFFICIENT_CREDITS` when the balance less open reservations is too low. */
export interface Credits {
  /** A second time for the same operation it changes the amount, and fails without touching the first. */
  reserve(charge: Charge): Promise<Reservation>
  /** What was reserved earlier, maybe by another process. */
  reserved(charge: Charge): Reservation
  /** Adds credits by the operator's hand. Fails with `BAD_REQUEST` for anything but a positive whole number. */
  grant(teamId: string, amount: number, note: string): Promise<void>
  balance(teamId: string): Promise<number>
}
