import { ServiceError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { findKeyId } from '#kernel/principal.ts'
import { afterMs, type Sql } from '#storage/database.ts'
import type { Charge, Credits, Reservation } from './credits.ts'

const balanceIfOpen = `
  select credit_balance(team_id) as balance from credit_balances
  where team_id = $1 and (period_end is null or period_end > now())`

const chargeOnce = `
  with entry as (
    insert into credit_entries (team_id, key_id, operation_id, kind, amount)
    values ($1, $2, $3, $4, $5) on conflict do nothing returning id, amount),
  delta as (insert into credit_deltas (entry_id, team_id, amount) select id, $1, amount from entry)
  delete from credit_reservations where team_id = $1 and operation_id = $3`

/** The ledger of the database; its functions are in `migrations/functions/`. */
export function createCredits({ database }: { readonly database: Sql }): Credits & {
  sweep(): Promise<void>
} {
  /** Starts a billing period if one is due. The balance of an unknown team is 0. */
  async function balance(teamId: string): Promise<number> {
    const [row] = await database.query<{ balance: number }>(balanceIfOpen, [teamId])
    if (row) return row.balance
    await database.query('select open_credit_period($1)', [teamId])
    const [opened] = await database.query<{ balance: number }>(balanceIfOpen, [teamId])
    return opened?.balance ?? 0
  }

  function toReservation(charge: Charge): Reservation {
    const { teamId, principal, operationId, kind } = charge
    const release = async (within = database) => {
      await within.query(
        'delete from credit_reservations where team_id = $1 and operation_id = $2',
        [teamId, operationId],
      )
    }
    return {
      async charge(amount, within = database) {
        await within.query(chargeOnce, [teamId, findKeyId(principal), operationId, kind, -amount])
      },
      release,
      // Also after a charge, because the caller's transaction may have been rolled back.
      [Symbol.asyncDispose]: () => release(),
    }
  }

  return {
    balance,
    reserved: toReservation,
    async reserve(charge) {
      const { teamId, operationId, amount, forMs } = charge
      const [row] = await database.query<{ reserved: boolean }>(
        `select reserve_credits($1, $2, $3, ${afterMs('$4')}) as reserved`,
        [teamId, operationId, amount, forMs],
      )
      if (!row?.reserved) throw new ServiceError('INSUFFICIENT_CREDITS')
      return toReservation(charge)
    },
    async grant(teamId, amount, note) {
      const [team] = await database.query(
        'select from team_ids() t (id) where id::text = lower($1)',
        [teamId],
      )
      if (!team) throw new ServiceError('NOT_FOUND', 'No team has this id.')
      if (!Number.isSafeInteger(amount) || amount < 1) {
        throw new ServiceError('BAD_REQUEST', 'Grant a whole number of credits, 1 or more.')
      }
      await balance(teamId)
      await database.query(`select add_credit_entry($1, null, $2, 'grant', $3, $4)`, [
        teamId,
        newId(),
        amount,
        note,
      ])
    },
    charged,
    refund,
    sweep: () => deleteExpired(database),
  }
}

async function deleteExpired(sql: Sql): Promise<void> {
  await sql.query('delete from credit_reservations where expires_at <= now()', [])
}

async function charged(teamId: string, operationId: string, within: Sql): Promise<number> {
  const [row] = await within.query<{ charged: number }>(
    `select coalesce(-sum(amount), 0)::float8 as charged from credit_entries
     where team_id = $1 and operation_id = $2 and amount < 0`,
    [teamId, operationId],
  )
  return row?.charged ?? 0
}

async function refund(
  { teamId, principal, operationId, kind, amount }: Omit<Charge, 'forMs'>,
  within: Sql,
): Promise<void> {
  await within.query('select add_credit_entry($1, $2, $3, $4, $5, null)', [
    teamId,
    findKeyId(principal),
    operationId,
    kind,
    amount,
  ])
}
