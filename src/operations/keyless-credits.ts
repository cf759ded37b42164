import type { Keyless } from '#accounts/keyless.ts'
import type { Credits, Reservation } from '#credits/credits.ts'
import type { Database } from '#storage/database.ts'

interface KeylessCreditsDeps {
  readonly credits: Pick<Credits, 'reserve'>
  readonly keyless: Pick<Keyless, 'reserve' | 'charge' | 'release'>
  readonly database: Database
}

/** The ledger, which counts credits of requests without a key for their network as well. */
export function createKeylessCredits({
  credits,
  keyless,
  database,
}: KeylessCreditsDeps): Pick<Credits, 'reserve'> {
  return {
    async reserve(charge) {
      const { principal, operationId, amount } = charge
      if (principal.kind !== 'keyless') return credits.reserve(charge)
      await keyless.reserve(principal.id, operationId, amount)
      const reservation = await credits.reserve(charge)
      const release = async () => {
        await reservation.release()
        await keyless.release(operationId)
      }
      const both: Reservation = {
        async charge(charged, within = database) {
          await reservation.charge(charged, within)
          await keyless.charge(operationId, charged, within)
        },
        release,
        [Symbol.asyncDispose]: release,
      }
      return both
    },
  }
}
