import type { Log } from '#kernel/log.ts'
import type { Retry, Queue } from '#queue/queue.ts'
import type { Sql } from '#storage/database.ts'
import { savepoint } from '#storage/savepoint.ts'
import type { CheckStore, StoredCheck } from './check-store.ts'
import type { EndCheck } from './end-check.ts'

export interface CheckQueueDeps {
  readonly checks: Pick<CheckStore, 'lock'>
  readonly endCheck: EndCheck
  readonly log: Log
}

interface CheckWork extends Pick<Queue, 'name' | 'committed'> {
  /** Of checks this work is for; others are left as they are. */
  readonly status: 'queued' | 'running'
  readonly work: (check: StoredCheck, sql: Sql) => Promise<Retry | void>
  /** Error of a check that was given up. */
  readonly failure: string
}

const retryMs = 30_000

/** A queue whose work is one transaction on a check. A check that cannot be worked on delays no others. */
export function createCheckQueue(
  { checks, endCheck, log }: CheckQueueDeps,
  { name, committed, status, work, failure: error }: CheckWork,
): Queue {
  return {
    name,
    limits: { perProcess: 4, perTeam: 1, retriesPerLane: 1, isOrdered: true },
    retryMs: [retryMs, retryMs],
    run:
      async ({ id }) =>
      async (sql) => {
        const check = await checks.lock({ id, status }, sql)
        return check && work(check, sql)
      },
    giveUp:
      ({ id }) =>
      async (sql) => {
        const check = await checks.lock({ id, status }, sql)
        if (!check) return
        log.error({ checkId: id, monitorId: check.monitorId }, 'check given up')
        const end = (isSilent: boolean) =>
          endCheck(check, { status: 'failed', error, isSilent }, sql)
        // The messages about its end may be what fails.
        await savepoint(sql, () => end(false)).catch((err: unknown) => {
          log.warn({ err, checkId: id }, 'events of a check that was given up not published')
          return end(true)
        })
      },
    ...(committed && { committed }),
  }
}
