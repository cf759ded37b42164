import type { Sql } from '#storage/database.ts'

interface Running {
  readonly kind: string
  readonly jobs: number
  readonly open: number
  readonly waitSeconds: number
}

const readRunning = `
  select j.kind, count(*) as jobs, sum(j.total - j.completed - j.failed) as open,
    coalesce(max(extract(epoch from now() - greatest(j.created_at, d.dispatched_at)))
      filter (where d.next_page_at <= now() and exists (
        select from job_pages p where p.job_id = j.id and p.state = 'waiting' and p.ready_at <= now())), 0)::float8 as "waitSeconds"
  from jobs j join job_dispatch d on d.job_id = j.id where j.state = 'scraping' group by j.kind`

/** Jobs and pages of the whole database, by kind of job. */
export function jobGauges(database: Sql) {
  const gauge = (name: string, help: string, figure: 'jobs' | 'open' | 'waitSeconds') => ({
    name,
    help,
    label: 'kind',
    async read() {
      const rows = await database.query<Running>(readRunning, [])
      return Object.fromEntries(rows.map((row) => [row.kind, row[figure]]))
    },
  })
  return [
    gauge('weir_jobs_running', 'Running jobs.', 'jobs'),
    gauge('weir_pages_open', 'Pages of running jobs that have not ended.', 'open'),
    gauge(
      'weir_pages_oldest_wait_seconds',
      'How long the job that has waited longest for a worker to take a page of it has waited.',
      'waitSeconds',
    ),
  ]
}
