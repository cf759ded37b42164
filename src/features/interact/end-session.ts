import type { Credits } from '#credits/credits.ts'
import type { Database, Sql } from '#storage/database.ts'
import { countCredits, toCharge } from './cost.ts'
import { columns, type SessionRow } from './session-rows.ts'

/** How a session ends. */
export interface SessionEnding {
  readonly state: 'destroyed' | 'error'
  readonly error?: string
  /** When its browser ended; now when absent. */
  readonly at?: Date
}

/** Ends a session, once: state, charge, slot and activity in one transaction. */
export type EndSession = (id: string, ending: SessionEnding) => Promise<void>

/** Notes ended sessions for the team. */
interface ActivityLog {
  record(
    entry: Pick<SessionRow, 'id' | 'teamId' | 'principal'> & {
      readonly endpoint: string
      readonly target: null
      readonly succeeded: boolean
      readonly message: string | undefined
      readonly durationMs: number
      readonly credits: number
    },
    within: Sql,
  ): Promise<void>
}

export interface EndDeps {
  readonly database: Database
  readonly credits: Pick<Credits, 'reserved'>
  readonly activity: ActivityLog
}

export function createEnd({ database, credits, activity }: EndDeps): EndSession {
  return async function end(id, { state, error, at }) {
    await database.transaction(async (sql) => {
      const [session] = await sql.query<SessionRow>(
        `select ${columns} from browser_sessions where id = $1 and state = 'active' for update`,
        [id],
      )
      if (!session) return
      const endedAt = at ?? session.now
      const { startedAt } = session
      const seconds = startedAt ? (endedAt.getTime() - startedAt.getTime()) / 1_000 : 0
      // A session that never started or that a run pays for is free; none costs more than was reserved for it.
      const isCharged = startedAt && session.runId === null
      const amount = isCharged
        ? countCredits(Math.min(seconds, session.ttlSeconds), session.isPrompted)
        : 0
      await sql.query(
        `update browser_sessions set state = $2, error = $3, ended_at = $4, credits_billed = $5 where id = $1`,
        [id, state, error ?? null, endedAt, amount],
      )
      const reservation = credits.reserved({ ...toCharge(session), amount, forMs: 0 })
      await (amount > 0 ? reservation.charge(amount, sql) : reservation.release(sql))
      const { teamId, principal } = session
      const succeeded = state === 'destroyed'
      const entry = {
        id,
        teamId,
        principal,
        endpoint: 'interact',
        target: null,
        succeeded,
        message: error,
        durationMs: Math.round(seconds * 1_000),
        credits: amount,
      }
      if (session.runId === null) await activity.record(entry, sql)
      await sql.query('select release_slots(array[$1::uuid])', [id])
      await sql.query('select release_profiles($1)', [id])
    })
  }
}
