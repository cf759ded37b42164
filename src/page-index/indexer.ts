import type { Content, ContentRequest } from '#content/content.ts'
import type { ReadContent } from '#reading/read-content.ts'
import type { CachedCopy, PageCache } from '#fetch/cache.ts'
import type { Page } from '#fetch/page.ts'
import { isUnavailable } from '#kernel/errors.ts'
import { createYields } from '#kernel/event-loop.ts'
import type { Log } from '#kernel/log.ts'
import { startPolling } from '#queue/poll.ts'
import { asyncCommit, type Database, type Sql } from '#storage/database.ts'
import { savepoint } from '#storage/savepoint.ts'
import { IndexUnavailableError, type IndexablePage, type PageIndex } from './page-index.ts'
import type { ReadPages } from './read-pages.ts'
import { isPageContent, mayBeIndexed, toIndexable } from './to-indexable.ts'

interface IndexerDeps {
  readonly database: Database
  readonly index: Pick<PageIndex, 'put' | 'deletePages'>
  readonly cache: Pick<PageCache, 'find'>
  readonly readContent: ReadContent
  readonly readPages: ReadPages
  readonly log: Log
}

interface Pending {
  readonly id: number
  readonly teamId: string
  readonly cacheKey: Buffer
}

/** What is to be done for a page of the cache. */
type Verdict =
  | { readonly kind: 'put'; readonly page: IndexablePage }
  /** It may have been indexed before. */
  | { readonly kind: 'delete'; readonly teamId: string; readonly url: string }

const pagesAtOnce = 50
/** How long the indexer waits for a page that a scrape is reading. */
const settleMs = 300
const readMsMax = 20_000
const textCharsAtOnce = 2_000_000
const pause = { first: 200, last: 700 }

/**
 * Puts pages of the cache into the index. The rows of the queue are locked while their pages are put, in one transaction:
 * when the process dies, others have them at once.
 */
export function startIndexer(deps: IndexerDeps): AsyncDisposable {
  return startPolling({
    ticks: [() => indexSome(deps)],
    pause,
    log: deps.log,
    failure: 'pages not indexed',
  })
}

async function indexSome(deps: IndexerDeps): Promise<boolean> {
  // Most of the time there is nothing, which takes no transaction to see.
  if (
    (await deps.database.query('select from search_pending order by team_id limit 1')).length === 0
  )
    return false
  return deps.database.transaction(async (sql) => {
    const pending = await sql.query<Pending>(claim)
    if (pending.length === 0) return false
    const found = await findCopies(deps, distinct(pending))
    const read = await Promise.all(found.map((one) => readFound(deps, one)))
    const yields = createYields()
    const verdicts: Verdict[] = []
    for (const copy of read.flat()) {
      verdicts.push(...judge(deps, copy))
      await yields.next()
    }
    await apply(deps, verdicts, sql)
    await sql.query('delete from search_pending where id = any($1)', [pending.map(({ id }) => id)])
    return true
  })
}

/** Each team with pending pages gets the same share, so that none waits for many pages of another. */
const claim = `
  with recursive waiting as (
    (select team_id from search_pending order by team_id limit 1)
    union all
    select (select p.team_id from search_pending p where p.team_id > t.team_id order by p.team_id limit 1)
    from waiting t where t.team_id is not null)
  select id, t.team_id as "teamId", cache_key as "cacheKey", ${asyncCommit}
  from waiting t cross join lateral (
    select id, cache_key from search_pending p
    where p.team_id = t.team_id and created_at <= now() - make_interval(secs => ${settleMs / 1_000})
    order by id limit greatest(1, ${pagesAtOnce} / (select count(team_id) from waiting)) for update skip locked) own
  order by id limit ${pagesAtOnce}`

/** A page that was written several times is read once. */
function distinct(pending: readonly Pending[]): Pending[] {
  const makeName = ({ teamId, cacheKey }: Pending) => `${teamId} ${cacheKey.toString('hex')}`
  return [...new Map(pending.map((row) => [makeName(row), row])).values()]
}

/** A copy of a page, read unless it is not to be indexed. */
interface ReadCopy extends FoundCopy {
  readonly read: ReadPage | undefined
}

interface FoundCopy {
  readonly teamId: string
  readonly copy: CachedCopy
}

/**
 * None for a page that is no longer in the cache. The cache looks for pages that are asked for at the same time together, so those
 * that failed are asked for one by one: one that cannot be found is left out, the others are not.
 */
async function findCopies(
  { cache, log }: IndexerDeps,
  rows: readonly Pending[],
): Promise<FoundCopy[]> {
  const find = async ({ teamId, cacheKey: key }: Pending): Promise<FoundCopy[]> => {
    const copy = await cache.find({ teamId, key }, { zeroDataRetention: true })
    return copy ? [{ teamId, copy }] : []
  }
  const found: FoundCopy[] = []
  const failed: Pending[] = []
  const results = await Promise.allSettled(rows.map(find))
  for (const [at, row] of rows.entries()) {
    const result = results[at]
    if (result?.status === 'fulfilled') found.push(...result.value)
    else failed.push(row)
  }
  for (const row of failed) {
    try {
      found.push(...(await find(row)))
    } catch (err) {
      if (isUnavailable(err)) throw err
      log.warn({ err, teamId: row.teamId }, 'page not found for the index')
    }
  }
  return found
}

/** What cannot be read is not indexed. */
async function readFound(deps: IndexerDeps, { teamId, copy }: FoundCopy): Promise<ReadCopy[]> {
  const { readPages, log } = deps
  try {
    const known = readPages.take({ teamId, url: copy.url, fetchedAt: copy.fetchedAt })
    const read = mayBeIndexed(copy) ? await readCopy(deps, { teamId, copy, known }) : undefined
    return [{ teamId, copy, read }]
  } catch (err) {
    log.debug({ err }, 'page not read for the index')
    return []
  }
}

function judge({ log }: IndexerDeps, { teamId, copy, read }: ReadCopy): Verdict[] {
  const { url, fetchedAt: readAt } = copy
  try {
    const page = read && toIndexable({ teamId, url, readAt }, read.markdown, read.metadata)
    return [page ? { kind: 'put', page } : { kind: 'delete', teamId, url }]
  } catch (err) {
    log.debug({ err }, 'page not read for the index')
    return []
  }
}

interface ReadPage {
  readonly markdown: string
  readonly metadata: Content['metadata']
}

/** Reads a copy, unless a scrape has just read it. Undefined when it is gone, or no page by its content. */
async function readCopy(
  { readContent }: IndexerDeps,
  {
    teamId,
    copy,
    known,
  }: { readonly teamId: string; readonly copy: CachedCopy; readonly known: ReadPage | undefined },
): Promise<ReadPage | undefined> {
  const hasType = copy.headers['content-type'] !== undefined
  if (hasType && known) return known
  const page = await copy.load()
  if (!page || !(hasType || isPageContent(page.body))) return undefined
  if (known) return known
  const signal = AbortSignal.timeout(readMsMax)
  const { markdown = '', metadata } = await readContent(makeContentRequest(page), {
    teamId,
    signal,
  })
  return { markdown, metadata }
}

/** The main content, as scrapes read it by default; of documents only what their text layer gives. */
function makeContentRequest(page: Page): ContentRequest {
  return {
    url: page.url,
    status: page.status,
    contentType: page.headers['content-type'],
    body: page.body,
    formats: [{ type: 'markdown' }],
    onlyMainContent: true,
    includeTags: [],
    excludeTags: [],
    removeBase64Images: true,
    readDocuments: true,
    readPdf: true,
    pdf: { mode: 'fast', maxPages: 200, pages: false, blocks: false, pageMarkers: false },
  }
}

/** A page that cannot be put or deleted is left out; the others are not. */
async function apply({ index, log }: IndexerDeps, verdicts: readonly Verdict[], sql: Sql) {
  async function applyAll<Item>(
    items: readonly Item[],
    work: (some: readonly Item[]) => Promise<void>,
  ) {
    await savepoint(sql, () => work(items)).catch(async (err: unknown) => {
      if (err instanceof IndexUnavailableError) throw err
      log.debug({ err }, 'pages not indexed together')
      for (const item of items) {
        await savepoint(sql, () => work([item])).catch((reason: unknown) => {
          if (reason instanceof IndexUnavailableError) throw reason
          log.warn({ err: reason }, 'page not indexed')
        })
      }
    })
  }
  const gone = verdicts.filter((verdict) => verdict.kind === 'delete')
  if (gone.length > 0) {
    await applyAll(gone, async (some) => {
      for (const { teamId, url } of some)
        await index.deletePages(teamId, { kind: 'urls', urls: [url] }, sql)
    })
  }
  const pages = verdicts.flatMap((verdict) => (verdict.kind === 'put' ? [verdict.page] : []))
  for (const group of makeGroups(pages)) await applyAll(group, (some) => index.put(some, sql))
}

function makeGroups(pages: readonly IndexablePage[]): IndexablePage[][] {
  const groups: IndexablePage[][] = []
  let chars = Number.POSITIVE_INFINITY
  for (const page of pages) {
    chars += page.text.length
    if (chars > textCharsAtOnce) {
      groups.push([])
      chars = page.text.length
    }
    groups.at(-1)?.push(page)
  }
  return groups
}
