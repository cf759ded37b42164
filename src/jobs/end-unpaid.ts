import { failures } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import type { Database } from '#storage/database.ts'
import { expiryOfEnded, lockJob } from './add-pages.ts'
import { publish } from './job-events.ts'
import type { PublishJobEvents, Jobs } from './job.ts'

const failure = failures.INSUFFICIENT_CREDITS.message

/** Waits three seconds after the last claim, because a claim starts a billing period that is due. */
const isUnpaid = `state = 'scraping' and page_price > 0
  and greatest(created_at, (select t.dispatched_at from job_dispatch t where t.job_id = jobs.id)) < now() - interval '3 seconds'
  and credit_balance(team_id) < page_price
  and (exists (select from job_pages p where p.job_id = jobs.id and p.state = 'waiting')
    or (is_discovering and not exists (select from job_pages p where p.job_id = jobs.id)))
  and not exists (select from job_pages p where p.job_id = jobs.id and p.state = 'leased')`

/** Fails jobs whose pages wait for credits that other work of the team has used up. */
export function createEndUnpaid({
  database,
  publishEvents,
  log,
}: {
  readonly database: Database
  readonly publishEvents: PublishJobEvents
  readonly log: Log
}): Jobs['endUnpaid'] {
  const end = (id: string) =>
    database.transaction(async (sql) => {
      const job = await lockJob(sql, id)
      const ended = await sql.query(
        `update jobs set state = 'failed', failure = $2, finished_at = now(), is_discovering = false,
           expires_at = ${expiryOfEnded}
         where id = $1 and ${isUnpaid} returning id`,
        [id, failure],
      )
      if (!job || ended.length === 0) return
      await publish(sql, publishEvents, { job, events: [{ kind: 'failed', error: failure }] })
    })

  return async function endUnpaid() {
    const rows = await database.query<{ id: string }>(`select id from jobs where ${isUnpaid}`, [])
    for (const { id } of rows) {
      await end(id).catch((err: unknown) => log.warn({ err, jobId: id }, 'unpaid job not ended'))
    }
  }
}
