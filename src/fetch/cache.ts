import type { Caller } from '#kernel/caller.ts'
import { createHash } from 'node:crypto'
import { inBatches } from '#kernel/in-batches.ts'
import type { Blobs } from '#storage/blobs.ts'
import { asyncCommit, beforeMs, type Database, type Sql } from '#storage/database.ts'
import { jsonText } from '#storage/storable.ts'
import { createCacheSpace, type BodyChange } from './cache-space.ts'
import type { Validators } from './engine.ts'
import type { EngineName, Page } from './page.ts'

/** Key of a cached page. Teams never see copies of other teams. */
export interface CacheEntryKey {
  readonly teamId: string
  readonly key: Buffer
}

/** A page as of `fetchedAt`, when it was last fetched or revalidated. */
export interface CachedCopy {
  readonly fetchedAt: Date
  readonly url: string
  readonly status: number
  /** Those that are needed when the page is read from the cache. */
  readonly headers: Page['headers']
  /** Empty when the site sent none; then the copy cannot be revalidated. */
  readonly validators: Validators
  /** Returns undefined if the body has been evicted. */
  load(): Promise<Page | undefined>
}

/** Cached pages, per team (docs/api/scrape.md). */
export interface PageCache {
  /** Under zero data retention, the time of the last use is not updated. */
  find(
    key: CacheEntryKey,
    options?: Pick<Caller, 'zeroDataRetention'>,
  ): Promise<CachedCopy | undefined>
  /**
   * Stores a complete page with status 2xx; other pages are ignored. `Cache-Control` of the site is ignored, because it is meant
   * for shared caches and `maxAge` of the request decides.
   */
  store(
    key: CacheEntryKey,
    page: Page,
    options?: {
      /** No caller waits for this page: it is written together with others, which is cheaper. */
      readonly isBatchable: boolean
    },
  ): Promise<void>
  /** Sets the time of the copy after the site returned 304. */
  renew(key: CacheEntryKey, response: Page): Promise<void>
  /** Deletes pages that are too old or exceed the size limit, and bodies without a reference. */
  sweep(): Promise<void>
}

interface PageCacheOptions {
  readonly database: Database
  /** Used for cached bodies only: bodies without a reference are deleted. */
  readonly blobs: Blobs
  /** Disk space for bodies and rows; the least recently used are evicted first. */
  readonly bytesMax: number
  /** Whether pages are queued for the search index. */
  readonly isSearched?: boolean
}

/** Precision of the time of the last use: a hit within it writes nothing. */
const usePrecisionMs = 600_000
const keysPerQuery = 100
const pagesPerInsert = 32
const batchWaitMs = 100
/** Headers that are needed when the page is read from the cache. */
const storedHeaders = /^(content-(type|language|disposition)|etag|last-modified|link|x-robots-tag)$/

interface Row {
  readonly url: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly blob: string
  /** Length of the document; a screenshot follows it. Null without a screenshot. */
  readonly document_bytes: number | null
  readonly engine: EngineName
  readonly proxy: Page['proxy']
  readonly fetched_at: Date
  /** Not used for as long as the precision of the time of its last use. */
  readonly isUnused: boolean
}

export function createPageCache(options: PageCacheOptions): PageCache {
  const { database, blobs, bytesMax, isSearched = false } = options
  const space = createCacheSpace({ database, blobs, bytesMax })
  const row = inBatches((keys: readonly CacheEntryKey[]) => readRows(database, keys), {
    itemsMax: keysPerQuery,
  })
  const keep = inBatches(keepAll, { itemsMax: pagesPerInsert })

  async function keepAll(copies: readonly Copy[]): Promise<undefined[]> {
    const latest = latestOfEach(copies)
    await space.protect(latest.map(({ blob }) => blob))
    const written = latest.map(async (copy) => {
      const { storedBytes } = await blobs.put(copy.bytes)
      return { ...copy, storedBytes }
    })
    await space.added(await insertRows(database, await Promise.all(written), { isSearched }))
    return copies.map(() => undefined)
  }

  function toCopy(row: Row): CachedCopy {
    const { url, status, headers, engine, proxy, fetched_at: fetchedAt } = row
    return {
      fetchedAt,
      url,
      status,
      headers,
      validators: { etag: headers['etag'], lastModified: headers['last-modified'] },
      async load() {
        const bytes = await blobs.get(row.blob)
        const kept = { url, status, headers, engine, proxy, fetchedAt }
        return bytes && { ...kept, ...splitScreenshot(bytes, row.document_bytes) }
      },
    }
  }

  return {
    async find(key, { zeroDataRetention } = { zeroDataRetention: false }) {
      const found = await row(key)
      if (!found) return undefined
      if (zeroDataRetention === false && found.isUnused) {
        await database.query(
          'update cached_pages set used_at = now() where team_id = $1 and key = $2',
          [key.teamId, key.key],
        )
      }
      return toCopy(found)
    },
    async store(key, page, { isBatchable } = { isBatchable: false }) {
      const isStorable = page.status >= 200 && page.status <= 299 && page.isCut !== true
      const bytes = withScreenshot(page)
      if (!isStorable || !space.fits(bytes)) return
      const blob = createHash('sha256').update(bytes).digest('hex')
      await keep({ key, page, bytes, blob }, isBatchable ? batchWaitMs : 0)
    },
    renew: (key, response) => renewRow(database, key, { response, isSearched }),
    sweep: () => space.sweep(),
  }
}

/** A page that was confirmed counts as read now, also in the search index. */
async function renewRow(
  sql: Sql,
  { teamId, key }: CacheEntryKey,
  { response, isSearched }: { readonly response: Page; readonly isSearched: boolean },
): Promise<void> {
  await sql.query(
    `with renewed as (
       update cached_pages set fetched_at = $3, used_at = now(), headers = headers || $4
       where team_id = $1 and key = $2)
     select ${isSearched ? 'queue_for_search(array[$1::uuid], array[$2::bytea])' : '1'} as queued`,
    [teamId, key, response.fetchedAt, cacheableHeaders(response.headers)],
  )
}

async function readRows(
  sql: Sql,
  keys: readonly CacheEntryKey[],
): Promise<readonly (Row | undefined)[]> {
  const rows = await sql.query<Row & { position: number }>(
    `select u.position::integer, url, status, headers, blob, document_bytes, engine, proxy, fetched_at,
       used_at < ${beforeMs('$3')} as "isUnused"
     from unnest($1::uuid[], $2::bytea[]) with ordinality as u (team_id, key, position)
     cross join lateral (select * from cached_pages p where p.team_id = u.team_id and p.key = u.key limit 1) p`,
    [keys.map(({ teamId }) => teamId), keys.map(({ key }) => key), usePrecisionMs],
  )
  const byPosition = new Map(rows.map((row) => [row.position, row]))
  return keys.map((_, index) => byPosition.get(index + 1))
}

/** A page to store; `bytes` are written to the disk, `blob` is their hash. */
interface Copy {
  readonly key: CacheEntryKey
  readonly page: Page
  readonly bytes: Uint8Array
  readonly blob: string
}

/** Sorted, so that concurrent writers take row locks in the same order and cannot deadlock. */
function latestOfEach(copies: readonly Copy[]): Copy[] {
  const byKey = new Map(copies.map((copy) => [makeName(copy.key), copy]))
  return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, copy]) => copy)
}

const makeName = ({ teamId, key }: CacheEntryKey) => `${teamId} ${key.toString('hex')}`

/** Returns for each page the body that it referred to before, and by how much disk use grew. */
async function insertRows(
  sql: Sql,
  copies: readonly (Copy & { readonly storedBytes: number })[],
  { isSearched }: { readonly isSearched: boolean },
): Promise<BodyChange[]> {
  const rows = await sql.query<{ blob: string; replaced: string | null; stored_bytes: number }>(
    `with u as (
       select * from unnest($1::uuid[], $2::bytea[], $3::text[], $4::integer[], $5::jsonb[], $6::text[], $7::text[],
         $8::text[], $9::timestamptz[], $10::integer[], $11::bigint[])
         as u (team_id, key, url, status, headers, blob, engine, proxy, fetched_at, document_bytes, stored_bytes)),
     before as (
       select u.blob,
         (select p.blob from cached_pages p where p.team_id = u.team_id and p.key = u.key) as replaced,
         (select b.stored_bytes from cached_bodies b where b.blob = u.blob) as stored_bytes from u),
     sized as (
       update cached_bodies b set stored_bytes = ($11::bigint[])[array_position($6::text[], b.blob)]
       where b.blob = any($6)),
     inserted as (
       insert into cached_pages
         (team_id, key, url, status, headers, blob, engine, proxy, fetched_at, document_bytes, used_at)
       select u.*, now() from (
         select team_id, key, url, status, headers, blob, engine, proxy, fetched_at, document_bytes from u) u
       on conflict (team_id, key) do update set
         url = excluded.url, status = excluded.status, headers = excluded.headers,
         blob = excluded.blob, engine = excluded.engine, proxy = excluded.proxy,
         fetched_at = excluded.fetched_at, used_at = excluded.used_at,
         document_bytes = excluded.document_bytes)
     select blob, replaced, stored_bytes, ${asyncCommit}${isSearched ? `, ${queued}` : ''} from before`,
    [
      copies.map(({ key }) => key.teamId),
      copies.map(({ key }) => key.key),
      copies.map(({ page }) => page.url),
      copies.map(({ page }) => page.status),
      copies.map(({ page }) => jsonText(cacheableHeaders(page.headers))),
      copies.map(({ blob }) => blob),
      copies.map(({ page }) => page.engine),
      copies.map(({ page }) => page.proxy),
      copies.map(({ page }) => page.fetchedAt),
      copies.map(({ page }) => (page.rendering?.screenshot ? page.body.byteLength : null)),
      copies.map(({ storedBytes }) => storedBytes),
    ],
  )
  const sizes = new Map(copies.map(({ blob, storedBytes }) => [blob, storedBytes]))
  return rows.map(({ blob, replaced, stored_bytes: before }) => {
    const grownBytes = (sizes.get(blob) ?? 0) - before
    sizes.set(blob, before)
    return { blob, replaced: replaced ?? undefined, grownBytes }
  })
}

/** Runs once, however many rows there are. */
const queued = '(select queue_for_search($1::uuid[], $2::bytea[])) as queued'

const cacheableHeaders = (headers: Page['headers']) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => storedHeaders.test(name)))

/** The document, followed by its screenshot. */
function withScreenshot({ body, rendering }: Page): Uint8Array {
  return rendering?.screenshot ? Buffer.concat([body, rendering.screenshot.bytes]) : body
}

/** Stored screenshots are PNG: those with another quality are not stored. */
function splitScreenshot(bytes: Uint8Array, documentBytes: number | null) {
  if (documentBytes === null) return { body: bytes }
  const contentType = 'image/png' as const
  const screenshot = { bytes: bytes.subarray(documentBytes), contentType }
  const rendering = { screenshot, queuedMs: 0, textLength: 0 }
  return { body: bytes.subarray(0, documentBytes), rendering }
}
