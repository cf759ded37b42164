import type { Clock } from '#kernel/clock.ts'
import { isUnavailable } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import type { Database, Sql } from '#storage/database.ts'
import type { CheckStore, ClaimedCheck, StoredCheck } from './check-store.ts'
import type { EndCheck } from './end-check.ts'

export interface CheckWorkDeps {
  readonly database: Database
  readonly checks: Pick<CheckStore, 'isLeased' | 'putBack'>
  readonly endCheck: EndCheck
  readonly clock: Clock
  readonly log: Log
}

interface CheckWork {
  /** Leases a check until `heldUntil`. */
  readonly claim: (now: Date, heldUntil: Date) => Promise<ClaimedCheck | undefined>
  readonly work: (check: ClaimedCheck, sql: Sql) => Promise<void>
  /** Error of a check that is given up. */
  readonly failure: string
}

interface LeasedCheck {
  readonly check: StoredCheck
  readonly isDone: boolean
}

const attemptsMax = 3
const leaseMs = 30_000

/**
 * Works on one check in its own transaction. Returns the check and whether it is done. The attempt is counted before it starts, so
 * that an attempt that crashes the process counts like one that fails: the check stays leased, other checks continue, and after
 * three attempts it fails.
 */
export function createCheckWork(deps: CheckWorkDeps, { claim, work, failure }: CheckWork) {
  const { database, checks, clock, log } = deps
  return async function takeTurn(): Promise<LeasedCheck | undefined> {
    const now = clock.now()
    const check = await claim(now, new Date(now.getTime() + leaseMs))
    if (!check) return undefined
    if (check.attempts > attemptsMax) {
      await giveUp(deps, check, failure)
      return { check, isDone: true }
    }
    try {
      await database.transaction(async (sql) => {
        if (await checks.isLeased(check, sql)) await work(check, sql)
      })
      return { check, isDone: true }
    } catch (err) {
      log.warn(
        { err, checkId: check.id, attempts: check.attempts },
        'check failed, will be retried',
      )
      // The failure does not say anything about the check.
      if (isUnavailable(err)) await checks.putBack(check, now, database)
      return { check, isDone: false }
    }
  }
}

/** Ends a check as failed; without notifications if they are the reason. */
async function giveUp(
  { database, endCheck, log }: CheckWorkDeps,
  check: StoredCheck,
  error: string,
): Promise<void> {
  const end = (isSilent: boolean) =>
    database.transaction((sql) => endCheck(check, { status: 'failed', error, isSilent }, sql))
  log.error({ checkId: check.id, monitorId: check.monitorId }, 'check abandoned')
  await end(false).catch(async (err: unknown) => {
    log.warn({ err, checkId: check.id }, 'check ended without notifications')
    await end(true)
  })
}
