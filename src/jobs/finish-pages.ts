import { withoutUserInfo } from '#kernel/url.ts'
import type { ContentSeals } from '#storage/content-seals.ts'
import type { Sql } from '#storage/database.ts'
import type { AcceptedPages } from './added-url-keys.ts'
import {
  acceptPages,
  addBlocked,
  addSkipped,
  endIfDone,
  isAccepted,
  lockJob,
  type JobContent,
} from './add-pages.ts'
import { pageHappening, tell } from './job-events.ts'
import type { Announce, FinishedPage, NewPage, PageOutcome } from './jobs.ts'

/** Kept in a list of its own: that a site does not want a page to be fetched is not an error. */
const blockedCode = 'ROBOTS_TXT'

interface FinishDeps {
  readonly announce: Announce
  readonly accepted: Pick<AcceptedPages, 'has'>
  readonly contentSeals: ContentSeals
}

interface Finish {
  readonly worker: string
  readonly jobId: string
  readonly pages: readonly FinishedPage[]
}

/**
 * Ends pages that the worker still holds, with all that follows: documents, errors, charges, new pages, counters. Inside
 * the caller's transaction; when that is committed, the job has the pages whose identities are answered.
 */
export async function finishPages(
  sql: Sql,
  { announce, accepted, contentSeals }: FinishDeps,
  { worker, jobId, pages }: Finish,
): Promise<readonly string[]> {
  const job = await lockJob(sql, jobId)
  if (!job) return []
  const content = { jobId, seal: await contentSeals.of(job, sql) }
  const held = await endHolds(sql, { worker, jobId, pages })
  // A page whose hold was lost may have been done twice by the same worker: the first counts.
  const mine = pages.filter(({ page }) => held.delete(page.number))
  const arrived = mine.filter(hasState('done'))
  const done = await withoutDuplicates(sql, content, arrived)
  const failed = mine.filter(hasState('failed'))
  await writeDocuments(sql, content, { first: job.completed + 1, done })
  await writeErrors(sql, content, failed)
  for (const write of done.flatMap(({ outcome }) => outcome.extraWrites ?? [])) await write(sql)
  const isNew = ({ identity }: NewPage) => !accepted.has(jobId, identity)
  const taken = job.state === 'scraping' ? await takeLinks(sql, content, { done, isNew }) : []
  const [charge] = await sql.query<{ charged: number }>(
    'select settle_credits($1, $2, $3, $4, $5) as charged',
    [
      job.teamId,
      job.keyId,
      job.kind,
      mine.map(({ page }) => page.scrapeId),
      mine.map((page) => priceOf(page, done)),
    ],
  )
  await sql.query(
    `update jobs set completed = completed + $2, failed = failed + $3, credits_used = credits_used + $4
     where id = $1`,
    [jobId, done.length, arrived.length - done.length + failed.length, charge?.charged ?? 0],
  )
  const happened = [
    ...done.map((page, index) => pageHappening(page, job.completed + 1 + index)),
    ...failed.map((page) => pageHappening(page)),
  ]
  await tell(sql, announce, { job, happened })
  if (await endIfDone(sql, jobId)) {
    await tell(sql, announce, { job, happened: [{ kind: 'completed' }] })
  }
  return taken
}

/** What the pages lead to: more pages, what is left out and why, another place for the whole site. */
async function takeLinks(
  sql: Sql,
  content: JobContent,
  { done, isNew }: { done: readonly With<'done'>[]; isNew: (page: NewPage) => boolean },
): Promise<string[]> {
  const outcomes = done.map(({ outcome }) => outcome)
  const found = outcomes.flatMap((outcome) => outcome.found).filter(isNew)
  const blocked = outcomes.flatMap((outcome) => outcome.blocked)
  const skipped = outcomes.flatMap((outcome) => outcome.skipped ?? [])
  await acceptPages(sql, content, found)
  await addBlocked(sql, content, blocked)
  await addSkipped(sql, content, skipped)
  const movedTo = outcomes.find((outcome) => outcome.movedTo !== undefined)?.movedTo
  if (movedTo !== undefined) {
    const { jobId, seal } = content
    await sql.query('update jobs set url = $2 where id = $1', [jobId, seal.text(movedTo)])
  }
  return found.map(({ identity }) => identity)
}

/** What is delivered is paid for, and what a failure costs; nobody pays for a page twice. */
function priceOf(finished: FinishedPage, done: readonly FinishedPage[]): number {
  const { outcome } = finished
  if (outcome.state === 'waiting') return 0
  return outcome.state === 'failed' || done.includes(finished) ? outcome.price : 0
}

/** Pages whose redirects ended at a page the job has already, or at the same one as another's, are left out. */
async function withoutDuplicates(
  sql: Sql,
  { jobId, seal }: JobContent,
  arrived: readonly With<'done'>[],
): Promise<With<'done'>[]> {
  const redirected = arrived.filter(({ outcome }) => outcome.landing !== undefined)
  if (redirected.length === 0) return [...arrived]
  const landingOf = ({ outcome }: With<'done'>) =>
    outcome.landing === undefined ? undefined : hexOf(seal.identity(outcome.landing))
  const fresh = await sql.query<{ identity: Buffer }>(
    `insert into job_landings (job_id, identity)
     select distinct $1::uuid, u.identity from unnest($2::bytea[]) as u (identity)
     where (${isAccepted}) is null
     on conflict do nothing returning identity`,
    [jobId, redirected.map(({ outcome }) => seal.identity(outcome.landing ?? ''))],
  )
  const free = new Set(fresh.map(({ identity }) => hexOf(identity)))
  // The first to arrive at a free place has it.
  return arrived.filter((page) => {
    const landing = landingOf(page)
    return landing === undefined || free.delete(landing)
  })
}

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

type With<State> = FinishedPage & { readonly outcome: Extract<PageOutcome, { state: State }> }

const hasState =
  <State extends PageOutcome['state']>(state: State) =>
  (page: FinishedPage): page is With<State> =>
    page.outcome.state === state

/** Answers the numbers of the pages that were still the worker's to finish. */
async function endHolds(sql: Sql, { worker, jobId, pages }: Finish): Promise<Set<number>> {
  const [ended] = await sql.query<{ numbers: number[] | null }>(
    `with ended as (
       update job_pages p set state = ($4::text[])[array_position($3::integer[], p.number)],
         ready_at = ($5::timestamptz[])[array_position($3::integer[], p.number)], holder = null, held_until = null
       where p.job_id = $1 and p.number = any($3) and p.holder = $2 and p.state = 'held'
       returning p.number, p.scrape_id)
     select array_agg(number) as numbers, release_slots(array_agg(scrape_id)) from ended`,
    [
      jobId,
      worker,
      pages.map(({ page }) => page.number),
      pages.map(({ outcome }) => outcome.state),
      pages.map(({ outcome }) => (outcome.state === 'waiting' ? outcome.readyAt : new Date(0))),
    ],
  )
  return new Set(ended?.numbers)
}

async function writeDocuments(
  sql: Sql,
  { jobId, seal }: JobContent,
  { first, done }: { readonly first: number; readonly done: readonly With<'done'>[] },
): Promise<void> {
  if (done.length === 0) return
  await sql.query(
    `insert into job_documents (job_id, place, document, json_bytes)
     select $1, $2 + ordinality - 1, document, json_bytes
     from unnest($3::bytea[], $4::integer[]) with ordinality as u (document, json_bytes)`,
    [
      jobId,
      first,
      done.map(({ outcome }) => seal.bytes(outcome.document.bytes)),
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
