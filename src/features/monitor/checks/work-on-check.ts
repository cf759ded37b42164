import type { Clock } from '#kernel/clock.ts'
import { isUnavailable } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import type { Database, Sql } from '#storage/database.ts'
import type { CheckStore, ClaimedCheck, KeptCheck } from './check-store.ts'
import type { EndCheck } from './end-check.ts'

export interface CheckTurnDeps {
  readonly database: Database
  readonly checks: Pick<CheckStore, 'isHeld' | 'putBack'>
  readonly endCheck: EndCheck
  readonly clock: Clock
  readonly log: Log
}

interface CheckTurn {
  /** Takes a check, which nobody else is given until then. */
  readonly claim: (now: Date, heldUntil: Date) => Promise<ClaimedCheck | undefined>
  readonly work: (check: ClaimedCheck, sql: Sql) => Promise<void>
  /** What is said of a check that was given up. */
  readonly failure: string
}

interface TakenCheck {
  readonly check: KeptCheck
  readonly isDone: boolean
}

const attemptsMax = 3
const holdMs = 30_000

/**
 * Works on one check in a transaction of its own, and answers it, and whether that is done. The attempt is counted before it begins, so that an attempt
 * that ends the process counts like one that fails: then the check is left alone until its hold ends, while others have their
 * turn, and after three of them it has failed.
 */
export function createCheckTurn(deps: CheckTurnDeps, { claim, work, failure }: CheckTurn) {
  const { database, checks, clock, log } = deps
  return async function takeTurn(): Promise<TakenCheck | undefined> {
    const now = clock.now()
    const check = await claim(now, new Date(now.getTime() + holdMs))
    if (!check) return undefined
    if (check.attempts > attemptsMax) {
      await giveUp(deps, check, failure)
      return { check, isDone: true }
    }
    try {
      await database.transaction(async (sql) => {
        if (await checks.isHeld(check, sql)) await work(check, sql)
      })
      return { check, isDone: true }
    } catch (err) {
      log.warn({ err, checkId: check.id, attempts: check.attempts }, 'check set aside')
      // Nothing was found out about the check.
      if (isUnavailable(err)) await checks.putBack(check, now, database)
      return { check, isDone: false }
    }
  }
}

/** The messages about its end may be what cannot be done: then it ends without them. */
async function giveUp(
  { database, endCheck, log }: CheckTurnDeps,
  check: KeptCheck,
  error: string,
): Promise<void> {
  const end = (isSilent: boolean) =>
    database.transaction((sql) => endCheck(check, { status: 'failed', error, isSilent }, sql))
  log.error({ checkId: check.id, monitorId: check.monitorId }, 'check given up')
  await end(false).catch(async (err: unknown) => {
    log.warn({ err, checkId: check.id }, 'end of a check not told')
    await end(true)
  })
}
