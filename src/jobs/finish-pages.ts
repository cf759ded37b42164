import { withoutUserInfo } from '#kernel/url.ts'
import { findKeyId } from '#kernel/principal.ts'
import type { ContentSeals } from '#storage/content-seals.ts'
import type { Sql } from '#storage/database.ts'
import type { AddedUrlKeys } from './added-url-keys.ts'
import {
  addPages,
  addBlocked,
  addSkipped,
  endIfDone,
  hasUrlKey,
  lockJob,
  type JobContent,
} from './add-pages.ts'
import { pageEvent, publish } from './job-events.ts'
import type { FinishedPage, FrontierDeps, PageOutcome } from './frontier.ts'
import type { PublishJobEvents, NewPage } from './job.ts'

/** Pages that robots.txt disallows are listed apart; they are not errors. */
const blockedCode = 'ROBOTS_TXT'

interface FinishDeps {
  readonly publishEvents: PublishJobEvents
  readonly recordFetches: FrontierDeps['recordFetches']
  readonly addedUrlKeys: Pick<AddedUrlKeys, 'has'>
  readonly contentSeals: ContentSeals
}

interface Finish {
  readonly worker: string
  readonly jobId: string
  readonly pages: readonly FinishedPage[]
}

/**
 * Ends pages that the worker still leases, within the caller's transaction: documents, errors, charges, new pages and counters.
 * Returns the URL keys that the job has once the transaction is committed.
 */
export async function finishPages(
  sql: Sql,
  { publishEvents, recordFetches, addedUrlKeys, contentSeals }: FinishDeps,
  { worker, jobId, pages }: Finish,
): Promise<readonly string[]> {
  const job = await lockJob(sql, jobId)
  if (!job) return []
  const content = { jobId, seal: await contentSeals.of(job, sql) }
  const leased = await endLeases(sql, { worker, jobId, pages })
  // After an expired lease, the same worker may have processed a page twice: the first result counts.
  const mine = pages.filter(({ page }) => leased.delete(page.number))
  const fetched = mine.filter(hasState('done'))
  const done = await withoutDuplicates(sql, content, fetched)
  const failed = mine.filter(hasState('failed'))
  await writeDocuments(sql, content, { first: job.completed + 1, done })
  await writeErrors(sql, content, failed)
  for (const write of done.flatMap(({ outcome }) => outcome.extraWrites ?? [])) await write(sql)
  // Duplicates were fetched as well.
  await recordFetches(
    sql,
    [...fetched, ...failed].flatMap(({ outcome }) => outcome.fetched ?? []),
  )
  const isNew = ({ urlKey }: NewPage) => !addedUrlKeys.has(jobId, urlKey)
  const added = job.state === 'scraping' ? await addLinks(sql, content, { done, isNew }) : []
  const [charge] = await sql.query<{ charged: number }>(
    'select charge_credits($1, $2, $3, $4, $5) as charged',
    [
      job.teamId,
      findKeyId(job.principal),
      job.kind,
      mine.map(({ page }) => page.scrapeId),
      mine.map((page) => countCredits(page, done)),
    ],
  )
  await sql.query(
    `update jobs set completed = completed + $2, failed = failed + $3, credits_used = credits_used + $4,
       refused = refused + $5 where id = $1`,
    [
      jobId,
      done.length,
      fetched.length - done.length + failed.length,
      charge?.charged ?? 0,
      done.filter(({ outcome }) => outcome.isRefused).length,
    ],
  )
  const events = [
    ...done.map((page, index) => pageEvent(page, job.completed + 1 + index)),
    ...failed.map((page) => pageEvent(page)),
  ]
  await publish(sql, publishEvents, { job, events })
  if (await endIfDone(sql, jobId)) {
    await publish(sql, publishEvents, { job, events: [{ kind: 'completed' }] })
  }
  return added
}

/** Adds the links of the pages, the URLs left out, and the new start URL. */
async function addLinks(
  sql: Sql,
  content: JobContent,
  { done, isNew }: { done: readonly With<'done'>[]; isNew: (page: NewPage) => boolean },
): Promise<string[]> {
  const outcomes = done.map(({ outcome }) => outcome)
  const found = outcomes.flatMap((outcome) => outcome.found).filter(isNew)
  const blocked = outcomes.flatMap((outcome) => outcome.blocked)
  const skipped = outcomes.flatMap((outcome) => outcome.skipped ?? [])
  await addPages(sql, content, found)
  await addBlocked(sql, content, blocked)
  await addSkipped(sql, content, skipped)
  const movedTo = outcomes.find((outcome) => outcome.movedTo !== undefined)?.movedTo
  if (movedTo !== undefined) {
    const { jobId, seal } = content
    await sql.query('update jobs set url = $2 where id = $1', [jobId, seal.text(movedTo)])
  }
  return found.map(({ urlKey }) => urlKey)
}

/** Documents and failures have a price; duplicates are free. */
function countCredits(finished: FinishedPage, done: readonly FinishedPage[]): number {
  const { outcome } = finished
  if (outcome.state === 'waiting') return 0
  return outcome.state === 'failed' || done.includes(finished) ? outcome.price : 0
}

/** Drops pages whose final URL is that of another page of the job. */
async function withoutDuplicates(
  sql: Sql,
  { jobId, seal }: JobContent,
  fetched: readonly With<'done'>[],
): Promise<With<'done'>[]> {
  const redirected = fetched.filter(({ outcome }) => outcome.finalUrlKey !== undefined)
  if (redirected.length === 0) return [...fetched]
  const findFinalUrlKey = ({ outcome }: With<'done'>) =>
    outcome.finalUrlKey === undefined ? undefined : toHex(seal.hash(outcome.finalUrlKey))
  const inserted = await sql.query<{ url_key: Buffer }>(
    `insert into job_final_urls (job_id, url_key)
     select distinct $1::uuid, u.url_key from unnest($2::bytea[]) as u (url_key)
     where (${hasUrlKey}) is null
     on conflict do nothing returning url_key`,
    [jobId, redirected.map(({ outcome }) => seal.hash(outcome.finalUrlKey ?? ''))],
  )
  const added = new Set(inserted.map((row) => toHex(row.url_key)))
  // The first page with a final URL keeps it.
  return fetched.filter((page) => {
    const finalUrlKey = findFinalUrlKey(page)
    return finalUrlKey === undefined || added.delete(finalUrlKey)
  })
}

const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

type With<State> = FinishedPage & { readonly outcome: Extract<PageOutcome, { state: State }> }

const hasState =
  <State extends PageOutcome['state']>(state: State) =>
  (page: FinishedPage): page is With<State> =>
    page.outcome.state === state

/** Ends the leases. Returns the numbers of the pages that the worker still leased. */
async function endLeases(sql: Sql, { worker, jobId, pages }: Finish): Promise<Set<number>> {
  const [ended] = await sql.query<{ numbers: number[] | null }>(
    `with ended as (
       update job_pages p set state = ($4::text[])[array_position($3::integer[], p.number)],
         ready_at = now() + ($5::float8[])[array_position($3::integer[], p.number)] * interval '1 millisecond', lease_owner = null, leased_until = null,
         attempts = p.attempts - (p.number = any($6))::integer
       where p.job_id = $1 and p.number = any($3) and p.lease_owner = $2 and p.state = 'leased'
       returning p.number, p.scrape_id)
     select array_agg(number) as numbers, release_slots(array_agg(scrape_id)) from ended`,
    [
      jobId,
      worker,
      pages.map(({ page }) => page.number),
      pages.map(({ outcome }) => outcome.state),
      pages.map(({ outcome }) => (outcome.state === 'waiting' ? outcome.waitMs : 0)),
      pages.filter(isUntried).map(({ page }) => page.number),
    ],
  )
  return new Set(ended?.numbers)
}

const isUntried = ({ outcome }: FinishedPage) =>
  outcome.state === 'waiting' && outcome.isUntried === true

async function writeDocuments(
  sql: Sql,
  { jobId, seal }: JobContent,
  { first, done }: { readonly first: number; readonly done: readonly With<'done'>[] },
): Promise<void> {
  if (done.length === 0) return
  await sql.query(
    `insert into job_documents (job_id, position, document, json_bytes)
     select $1, $2 + ordinality - 1, document, json_bytes
     from unnest($3::bytea[], $4::integer[]) with ordinality as u (document, json_bytes)`,
    [
      jobId,
      first,
      await Promise.all(done.map(({ outcome }) => seal.bytes(outcome.document.bytes))),
      done.map(({ outcome }) => outcome.document.jsonBytes),
    ],
  )
}

async function writeErrors(
  sql: Sql,
  content: JobContent,
  failed: readonly With<'failed'>[],
): Promise<void> {
  const isBlocked = ({ outcome }: With<'failed'>) => outcome.code === blockedCode
  const { jobId, seal } = content
  await addBlocked(
    sql,
    content,
    failed.filter(isBlocked).map(({ page }) => page.url),
  )
  const errors = failed.filter((page) => !isBlocked(page))
  if (errors.length === 0) return
  await sql.query(
    `insert into job_errors (job_id, scrape_id, url, code, message, created_at)
     select $1, u.*, now() from unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) u
     on conflict do nothing`,
    [
      jobId,
      errors.map(({ page }) => page.scrapeId),
      errors.map(({ page }) => seal.text(withoutUserInfo(page.url))),
      errors.map(({ outcome }) => outcome.code),
      errors.map(({ outcome }) => seal.text(outcome.message)),
    ],
  )
}
