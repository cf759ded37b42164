import type { Keyless } from '#accounts/keyless.ts'
import type { Credits, Reservation } from '#credits/credits.ts'
import type { Database } from '#storage/database.ts'

interface KeylessCreditsDeps {
  readonly credits: Pick<Credits, 'reserve' | 'reserved'>
  readonly keyless: Pick<Keyless, 'reserve' | 'charge' | 'release'>
  readonly database: Database
}

/** The ledger, which counts credits of requests without a key for their network as well. */
export function createKeylessCredits({
  credits,
  keyless,
  database,
}: KeylessCreditsDeps): Pick<Credits, 'reserve' | 'reserved'> {
  /** A reservation of the ledger, whose credits are those of the network too. */
  function ofBoth(reservation: Reservation, operationId: string): Reservation {
    const release = async () => {
      await reservation.release()
      await keyless.release(operationId)
    }
    return {
      async charge(charged, within = database) {
        await reservation.charge(charged, within)
        await keyless.charge(operationId, charged, within)
      },
      release,
      [Symbol.asyncDispose]: release,
    }
  }

  return {
    reserved(charge) {
      const reservation = credits.reserved(charge)
      if (charge.principal.kind !== 'keyless') return reservation
      return ofBoth(reservation, charge.operationId)
    },
    async reserve(charge) {
      const { principal, operationId, amount, forMs } = charge
      if (principal.kind !== 'keyless') return credits.reserve(charge)
      await keyless.reserve(principal.id, { operationId, amount, forMs })
      return ofBoth(await credits.reserve(charge), operationId)
    },
  }
}
