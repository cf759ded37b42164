import { newId } from '#kernel/ids.ts'
import type { Principal } from '#kernel/principal.ts'
import { withoutUserInfo } from '#kernel/url.ts'
import type { ContentSeal } from '#storage/content-seals.ts'
import type { Sql } from '#storage/database.ts'
import type { JobState, NewPage } from './job.ts'

export interface LockedJob {
  readonly id: string
  readonly teamId: string
  readonly principal: Principal
  readonly kind: string
  readonly state: JobState
  readonly webhook: string | null
  readonly traceId: string | null
  readonly total: number
  readonly completed: number
  readonly pagesMax: number
  readonly zeroDataRetention: boolean
}

/** A job, and the encryption of its content. */
export interface JobContent {
  readonly jobId: string
  readonly seal: ContentSeal
}

/** Under zero data retention, content expires at most one hour after the job has ended. */
export const expiryOfEnded = `case when zero_data_retention
  then least(expires_at, now() + interval '1 hour') else expires_at end`

/** Locks a job. Its counters change only under this lock. */
export async function lockJob(sql: Sql, jobId: string): Promise<LockedJob | undefined> {
  const [job] = await sql.query<LockedJob>(
    `select id, team_id as "teamId", principal, kind, state, webhook, trace_id as "traceId", total, completed,
       pages_max as "pagesMax", zero_data_retention as "zeroDataRetention"
     from jobs where id = $1 for no key update`,
    [jobId],
  )
  return job
}

/** SQL subquery: null if the job `$1` has no page with the URL key `u.url_key`. A join would read all pages of the job. */
export const hasUrlKey = 'select 1 from job_pages p where p.job_id = $1 and p.url_key = u.url_key'

/** Pages per statement: below 20 ms, so that other requests are not delayed. */
const pagesPerInsert = 1_000

/** Adds the pages that the job does not have yet, up to its limit. The job must be locked. */
export async function addPages(
  sql: Sql,
  content: JobContent,
  pages: readonly NewPage[],
): Promise<void> {
  const ordered = firstOfEach(pages)
  for (let start = 0; start < ordered.length; start += pagesPerInsert) {
    const part = ordered.slice(start, start + pagesPerInsert)
    if ((await addBatch(sql, content, part)) <= 0) return
  }
}

/** Returns how many more pages the job may take. */
async function addBatch(
  sql: Sql,
  { jobId, seal }: JobContent,
  ordered: readonly NewPage[],
): Promise<number> {
  const [job] = await sql.query<{ readonly pagesLeft: number }>(
    `with job as (select total, pages_max from jobs where id = $1),
     fresh as (
       select u.* from unnest($2::bytea[], $3::text[], $4::text[], $5::integer[], $6::uuid[])
         with ordinality as u (url_key, url, host, depth, scrape_id, position)
       where (${hasUrlKey}) is null
         and (select 1 from job_final_urls l where l.job_id = $1 and l.url_key = u.url_key) is null
       order by position limit greatest(0, (select pages_max - total from job))),
     taken as (
       insert into job_pages (job_id, number, url_key, url, host, depth, scrape_id)
       select $1, (select total from job) + row_number() over (order by position),
         url_key, url, host, depth, scrape_id from fresh
       returning 1)
     update jobs set total = total + (select count(*) from taken) where id = $1
     returning pages_max - total as "pagesLeft"`,
    [
      jobId,
      ordered.map(({ urlKey }) => seal.hash(urlKey)),
      ordered.map(({ url }) => seal.text(url)),
      ordered.map(({ url }) => seal.label(new URL(url).host)),
      ordered.map(({ depth }) => depth),
      ordered.map(({ scrapeId }) => scrapeId ?? newId()),
    ],
  )
  return job?.pagesLeft ?? 0
}

/** Removes repeated URL keys; the first page of each stays. */
function firstOfEach(pages: readonly NewPage[]): NewPage[] {
  const byUrlKey = new Map<string, NewPage>()
  for (const page of pages) {
    if (!byUrlKey.has(page.urlKey)) byUrlKey.set(page.urlKey, page)
  }
  return [...byUrlKey.values()]
}

/** Maximum number of blocked and of skipped URLs that a job lists. */
const listedMax = 10_000

export async function addBlocked(
  sql: Sql,
  { jobId, seal }: JobContent,
  urls: readonly string[],
): Promise<void> {
  if (urls.length === 0) return
  for (const some of divide(urls.slice(0, listedMax))) {
    const shown = some.map(withoutUserInfo)
    await sql.query(
      `insert into job_robots_blocked (job_id, url_key, url)
       select $1, u.* from unnest($2::bytea[], $3::text[]) u
       limit greatest(0, $4 - (select count(*) from job_robots_blocked where job_id = $1))
       on conflict do nothing`,
      [jobId, shown.map((url) => seal.hash(url)), shown.map((url) => seal.text(url)), listedMax],
    )
  }
}

/** In their order. Encrypting many is no single step. */
function* divide(urls: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < urls.length; from += pagesPerInsert)
    yield urls.slice(from, from + pagesPerInsert)
}

const skippedText =
  'This link leads to the home page of another site, which allowExternalLinks does not take.'

/** Adds home pages of other sites to the errors, each once (docs/api/crawl.md). */
export async function addSkipped(
  sql: Sql,
  { jobId, seal }: JobContent,
  all: readonly string[],
): Promise<void> {
  if (all.length === 0) return
  for (const urls of divide(all.slice(0, listedMax))) {
    await sql.query(
      `insert into job_errors (job_id, scrape_id, url, code, message, created_at)
       select $1, u.id, u.url, 'EXTERNAL_LINK', u.message, now()
       from unnest($2::uuid[], $3::text[], $4::text[]) u (id, url, message)
       limit greatest(0, $5 - (select count(*) from job_errors where job_id = $1))
       on conflict do nothing`,
      [
        jobId,
        urls.map((url) => toId(seal.hash(url))),
        urls.map((url) => seal.text(url)),
        urls.map(() => seal.text(skippedText)),
        listedMax,
      ],
    )
  }
}

/** Returns 16 bytes as a UUID (version 8). */
function toId(bytes: Uint8Array): string {
  const id = Buffer.from(bytes)
  id.writeUInt8((id.readUInt8(6) & 0x0f) | 0x80, 6)
  id.writeUInt8((id.readUInt8(8) & 0x3f) | 0x80, 8)
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Completes a job when all its pages have ended and discovery has finished. Returns whether it has. */
export async function endIfDone(sql: Sql, jobId: string): Promise<boolean> {
  const rows = await sql.query(
    `update jobs set state = 'completed', finished_at = now(), expires_at = ${expiryOfEnded}
     where id = $1 and state = 'scraping' and not is_discovering and completed + failed >= total
     returning id`,
    [jobId],
  )
  return rows.length > 0
}
