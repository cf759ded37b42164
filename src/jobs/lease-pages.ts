import { afterMs, type Sql } from '#storage/database.ts'
import { leaseMs } from './lease.ts'
import type { Frontier } from './frontier.ts'

const release = `release_slots(array_agg(p.scrape_id)),
  release_credits(array_agg(j.team_id), array_agg(p.scrape_id::text))`

/** Leases of pages: renewed and released. */
export function createPageLeases(
  database: Sql,
): Pick<Frontier, 'hasSuspects' | 'blame' | 'expire' | 'renew' | 'release'> {
  return {
    async expire() {
      await database.query(
        `update job_pages set state = 'waiting', lease_owner = null, crash_points = least(crash_points + 1, 100)
         where lease_owner is not null and leased_until <= now()`,
        [],
      )
    },
    async hasSuspects() {
      const rows = await database.query(
        `select from job_pages p where state = 'waiting' and crash_points in (2, 3) and ready_at <= now()
           and exists (select from jobs j where j.id = p.job_id and j.state = 'scraping') limit 1`,
        [],
      )
      return rows.length > 0
    },
    async blame(worker, scrapeIds, points) {
      await database.query(
        `with blamed as (
           update job_pages set state = 'waiting', lease_owner = null, crash_points = crash_points + $3
           where lease_owner = $1 and state = 'leased' and scrape_id = any($2)
           returning job_id, scrape_id)
         select ${release} from blamed p join jobs j on j.id = p.job_id`,
        [worker, scrapeIds, points],
      )
    },
    async renew(worker, scrapeIds) {
      await database.query(
        `with renewed as (
           update job_pages set leased_until = ${afterMs('$2')}
           where lease_owner = $1 and state = 'leased' and scrape_id = any($3)
           returning job_id, scrape_id)
         select extend_slots(array_agg(p.scrape_id), ${afterMs('$2')}),
           extend_credits(array_agg(j.team_id), array_agg(p.scrape_id::text), ${afterMs('$2')})
         from renewed p join jobs j on j.id = p.job_id`,
        [worker, leaseMs, scrapeIds],
      )
    },
    async release(worker, pages) {
      await database.query(
        `with released as (
           update job_pages p set state = 'waiting', lease_owner = null, attempts = attempts - 1
           from unnest($2::uuid[], $3::integer[]) u (job_id, number)
           where p.job_id = u.job_id and p.number = u.number and p.lease_owner = $1 and p.state = 'leased'
           returning p.job_id, p.scrape_id)
         select ${release} from released p join jobs j on j.id = p.job_id`,
        [worker, pages.map(({ jobId }) => jobId), pages.map(({ number }) => number)],
      )
    },
  }
}
