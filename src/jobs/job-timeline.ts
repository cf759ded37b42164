import type { Database } from '#storage/database.ts'
import type { Jobs, JobTimeline } from './job.ts'

/** Pages and errors of a job that are counted for one answer. */
export const countedMax = 100_000

/** A page that has ended is ready for nothing else: its time is that of its end. */
const pagesOverTime = `
  with span as (
    select created_at as first,
      greatest(1, ceil(extract(epoch from coalesce(finished_at, now()) - created_at) / $2::int))::float8 as seconds
    from jobs where id = $1),
  ended as (
    select ready_at as at, true as "isRead" from job_pages where job_id = $1 and state = 'done' and number <= $3::int
    union all (select created_at, false from job_errors where job_id = $1 limit $3))
  select first + seconds * slot * interval '1 second' as at, seconds,
    count(*) filter (where "isRead")::int as pages, count(*) filter (where not "isRead")::int as errors
  from span, ended, lateral (select least($2::int - 1, floor(extract(epoch from ended.at - first) / seconds)) as slot) s
  where ended.at >= first
  group by 1, 2 order by 1`

/** Counts the pages of jobs over time. */
export const createJobTimeline = (database: Database): Pick<Jobs, 'timeline'> => ({
  async timeline(id, slotsMax) {
    type Row = JobTimeline['slots'][number] & { readonly seconds: number }
    const rows = await database.query<Row>(pagesOverTime, [id, slotsMax, countedMax])
    const slots = rows.map(({ at, pages, errors }) => ({ at, pages, errors }))
    return { seconds: rows[0]?.seconds ?? 1, slots }
  },
})
