import { createHash } from 'node:crypto'
import type { Judgment } from '#answers/judge.ts'
import { pack, unpack } from '#kernel/packing.ts'
import type { Sql } from '#storage/database.ts'
import { jsonText } from '#storage/storable.ts'
import type { RuleResult } from '#features/monitor/watch/judge-rules.ts'
import type { PageDiff } from './page-diff.ts'
import type { CheckQuery, PageStatus } from '#features/monitor/contract.ts'
import type { SearchCounts } from '#features/monitor/searches/search-outcome.ts'
import { nothingSeen, type Summary } from '#features/monitor/replies.ts'

/** A page of a check, and the result of its comparison (docs/api/monitor.md). */
export interface SeenPage {
  readonly id: string
  readonly checkId: string
  readonly monitorId: string
  readonly targetId: string
  readonly url: string
  readonly status: PageStatus
  readonly previousScrapeId: string | null
  readonly currentScrapeId: string | null
  /** Set when it is read: the version that the page shows. */
  readonly versionId?: string | null
  readonly statusCode: number | null
  readonly error: string | null
  readonly metadata: object | null
  readonly diff: PageDiff | null
  /** The data of a changed page whose data are compared. */
  readonly snapshot?: { readonly json: unknown } | undefined
  /** Null when the change was not judged. */
  readonly judgment: Judgment | null
  /** What the rules of the target have found; null without rules. */
  readonly watched?: readonly RuleResult[] | null
  readonly credits: number
  readonly createdAt: Date
}

export type WriteVersion = (sql: Sql) => Promise<void>

/** Checked pages. */
export interface PageStore {
  /**
   * Compresses the diff; `version` writes what the page shows, if that is a version of its own. The returned write belongs in the transaction that ends the page; it returns false if the check has
   * the page already.
   */
  prepare(page: SeenPage, version?: WriteVersion): Promise<(sql: Sql) => Promise<boolean>>
  /** In order of completion; with `isEventful` without unchanged pages. */
  list(
    checkId: string,
    query: CheckQuery & { readonly isEventful?: boolean },
    within?: Sql,
  ): Promise<SeenPage[]>
  /** Pages of these monitors that are not the same, newest first; without those that a monitor saw in its first check. */
  listEvents(monitorIds: readonly string[], limit: number): Promise<SeenPage[]>
  /** Status of a page in the previous check; undefined the first time. */
  findLast(
    page: Pick<SeenPage, 'monitorId' | 'targetId' | 'url' | 'checkId'>,
  ): Promise<Pick<SeenPage, 'status' | 'statusCode'> | undefined>
  /** Returns those of the given URLs that the check has. */
  seen(
    place: { readonly checkId: string; readonly targetId: string },
    urls: readonly string[],
    sql: Sql,
  ): Promise<Set<string>>
  /** Number of pages per status, and their cost. */
  count(checkId: string, sql: Sql): Promise<{ summary: Summary; credits: number }>
  /** Number of results of a search target, by their status. */
  countResults(
    place: { readonly checkId: string; readonly targetId: string },
    sql: Sql,
  ): Promise<SearchCounts>
}

export function createPageStore({ database }: { readonly database: Sql }): PageStore {
  return {
    async prepare(page, version) {
      const { snapshot } = page
      const kept = page.diff && { ...page.diff, ...(snapshot && { snapshot }) }
      const diff = kept && (await pack(JSON.stringify(kept)))
      return (sql) => write(sql, page, { diff, version })
    },
    async list(checkId, { limit, skip, status, isEventful = false }, within = database) {
      const rows = await within.query<PageRow>(
        `select ${columns} from monitor_pages where check_id = $1 and ($2::text is null or status = $2)
           and not ($5 and status = 'same')
         order by position limit $3 offset $4`,
        [checkId, status ?? null, limit, skip, isEventful],
      )
      return Promise.all(rows.map(unpackRow))
    },
    listEvents: (monitorIds, limit) => listEvents(database, monitorIds, limit),
    async findLast({ monitorId, targetId, url, checkId }) {
      const [row] = await database.query<Pick<SeenPage, 'status' | 'statusCode'>>(
        `select status, status_code as "statusCode" from monitor_pages
         where monitor_id = $1 and target_id = $2 and url_key = $3 and check_id <> $4
         order by position desc limit 1`,
        [monitorId, targetId, digestUrl(url), checkId],
      )
      return row
    },
    async seen({ checkId, targetId }, urls, sql) {
      const rows = await sql.query<{ url: string }>(
        `select url from monitor_pages
         where check_id = $1 and target_id = $2 and url_key = any($3::bytea[])`,
        [checkId, targetId, urls.map(digestUrl)],
      )
      return new Set(rows.map(({ url }) => url))
    },
    async count(checkId, sql) {
      const rows = await sql.query<{ status: PageStatus; pages: number; credits: number }>(
        `select status, count(*) as pages, sum(credits) as credits from monitor_pages
         where check_id = $1 group by status`,
        [checkId],
      )
      const summary = { ...nothingSeen }
      let total = 0
      for (const { status, pages, credits } of rows) {
        summary[status] = pages
        summary.totalPages += pages
        total += credits
      }
      return { summary, credits: total }
    },
    countResults: (place, sql) => countResults(place, sql),
  }
}

async function countResults(
  { checkId, targetId }: { readonly checkId: string; readonly targetId: string },
  sql: Sql,
): Promise<SearchCounts> {
  const rows = await sql.query<{ status: string; results: number }>(
    `select status, count(*)::integer as results from (
       select metadata->>'searchStatus' as status from monitor_pages where check_id = $1 and target_id = $2
       union all
       select 'judged' from monitor_pages where check_id = $1 and target_id = $2 and judgment is not null) s
     where status is not null group by status`,
    [checkId, targetId],
  )
  return Object.fromEntries(rows.map(({ status, results }) => [status, results]))
}

async function listEvents(
  database: Sql,
  monitorIds: readonly string[],
  limit: number,
): Promise<SeenPage[]> {
  const rows = await database.query<PageRow>(
    `select p.* from unnest($1::uuid[]) m (id) cross join lateral (
       select ${columns} from monitor_pages
       where monitor_id = m.id and status in ('changed', 'new', 'removed')
         and (status <> 'new' or metadata->>'searchStatus' is not null or exists (
           select from monitor_checks c where c.monitor_id = m.id
             and c.created_at < (select created_at from monitor_checks where id = check_id)))
       order by created_at desc limit $2) p
     order by p."createdAt" desc limit $2`,
    [monitorIds, limit],
  )
  return Promise.all(rows.map(unpackRow))
}

async function write(
  sql: Sql,
  page: SeenPage,
  { diff, version }: { diff: Uint8Array | null; version?: WriteVersion | undefined },
): Promise<boolean> {
  const { id, checkId, monitorId, targetId, url, status } = page
  const rows = await sql.query(
    `with active as (
       update monitor_checks set active_at = greatest(active_at, $14) where id = $2)
     insert into monitor_pages (id, check_id, monitor_id, target_id, url, url_key, status,
       previous_scrape_id, current_scrape_id, status_code, error, metadata, diff, created_at, credits, judgment, watched,
       version_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
       case when $18::boolean then $1 when $7 = 'same' then (
         select id from monitor_versions where monitor_id = $3 and target_id = $4 and url_key = $6
         order by created_at desc, id desc limit 1) end)
     on conflict do nothing returning id`,
    [
      id,
      checkId,
      monitorId,
      targetId,
      url,
      digestUrl(url),
      status,
      page.previousScrapeId,
      page.currentScrapeId,
      page.statusCode,
      page.error,
      page.metadata,
      diff,
      page.createdAt,
      page.credits,
      page.judgment,
      page.watched ? jsonText(page.watched) : null,
      version !== undefined,
    ],
  )
  if (rows.length > 0) await version?.(sql)
  return rows.length > 0
}

const columns = `id, check_id as "checkId", monitor_id as "monitorId", target_id as "targetId", url, status,
  previous_scrape_id as "previousScrapeId", current_scrape_id as "currentScrapeId", version_id as "versionId",
  status_code as "statusCode", error, metadata, diff, judgment, watched, credits, created_at as "createdAt"`

type PageRow = Omit<SeenPage, 'diff'> & { readonly diff: Buffer | null }

const unpackRow = async <Row extends PageRow>(row: Row): Promise<Omit<Row, 'diff'> & SeenPage> => ({
  ...row,
  ...(await unpacked(row.diff)),
})

async function unpacked(packed: Buffer | null): Promise<Pick<SeenPage, 'diff' | 'snapshot'>> {
  if (!packed) return { diff: null }
  const { snapshot, ...diff }: PageDiff & Pick<SeenPage, 'snapshot'> = JSON.parse(
    (await unpack(packed)).toString(),
  )
  return { diff, ...(snapshot && { snapshot }) }
}

export const digestUrl = (url: string) => createHash('sha256').update(url).digest()
