import { createHash } from 'node:crypto'
import type { Clock } from '#kernel/clock.ts'
import type { Blobs } from '#storage/blobs.ts'
import { withoutWait, type Sql, type Database } from '#storage/database.ts'
import { createCacheSpace } from './cache-space.ts'
import type { Validators } from './engine.ts'
import type { EngineName, Page } from './page.ts'

/** Where a copy lies: teams never see each other's. */
export interface CachePlace {
  readonly teamId: string
  readonly key: Buffer
}

/** A page as it was at `fetchedAt`, the last time the site confirmed it. */
export interface CachedCopy {
  readonly fetchedAt: Date
  readonly url: string
  /** Empty when the site gave none, so that a stale copy cannot be asked about. */
  readonly validators: Validators
  /** Undefined when the body has been evicted meanwhile. */
  load(): Promise<Page | undefined>
}

/** Pages kept for later requests of the same team (contract sections 4.7 and 22.3). */
export interface PageCache {
  /** `leavesNoTrace` keeps the look-up itself out of the database (zero data retention). */
  find(
    place: CachePlace,
    options?: { readonly leavesNoTrace: boolean },
  ): Promise<CachedCopy | undefined>
  /**
   * Keeps a whole page the site answered with 2xx; others are passed over, so that a passing fault is never repeated.
   * How old a copy may be is the caller's `maxAge`: what the site says in Cache-Control is meant for shared caches.
   */
  store(place: CachePlace, page: Page): Promise<void>
  /** The site answered 304: the copy counts as fetched now. */
  renew(place: CachePlace, answer: Page): Promise<void>
  /** Removes what is too old, what does not fit and what nothing refers to. */
  sweep(): Promise<void>
}

interface PageCacheOptions {
  readonly database: Database
  /** Used for cached bodies alone: what nothing here refers to is removed. */
  readonly blobs: Blobs
  readonly clock: Clock
  /** Disk space for bodies and rows; the least recently used go first. */
  readonly bytesMax: number
}

/** How exactly the time of the last use is known: a hit within it writes nothing. */
const usePrecisionMs = 600_000
/** What of the headers is still of use when the page is read from the cache. */
const keptHeaders = /^(content-(type|language|disposition)|etag|last-modified|link)$/

interface Row {
  readonly url: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly blob: string
  /** Where the picture begins that follows the document; null without one. */
  readonly document_bytes: number | null
  readonly engine: EngineName
  readonly proxy: Page['proxy']
  readonly fetched_at: Date
  readonly used_at: Date
}

export function createPageCache({ database, blobs, clock, bytesMax }: PageCacheOptions): PageCache {
  const space = createCacheSpace({ database, blobs, clock, bytesMax })

  function toCopy(row: Row): CachedCopy {
    const { url, status, headers, engine, proxy, fetched_at: fetchedAt } = row
    return {
      fetchedAt,
      url,
      validators: { etag: headers['etag'], lastModified: headers['last-modified'] },
      async load() {
        const bytes = await blobs.get(row.blob)
        const kept = { url, status, headers, engine, proxy, fetchedAt }
        return bytes && { ...kept, ...withoutPicture(bytes, row.document_bytes) }
      },
    }
  }

  return {
    async find({ teamId, key }, { leavesNoTrace } = { leavesNoTrace: false }) {
      const [row] = await database.query<Row>(
        `select url, status, headers, blob, document_bytes, engine, proxy, fetched_at, used_at
         from cached_pages where team_id = $1 and key = $2`,
        [teamId, key],
      )
      if (!row) return undefined
      const now = clock.now()
      if (!leavesNoTrace && now.getTime() - row.used_at.getTime() > usePrecisionMs) {
        await database.query(
          'update cached_pages set used_at = $3 where team_id = $1 and key = $2',
          [teamId, key, now],
        )
      }
      return toCopy(row)
    },
    async store(place, page) {
      const isKept = page.status >= 200 && page.status <= 299 && page.isCut !== true
      const bytes = withPicture(page)
      if (!isKept || !space.fits(bytes)) return
      const blob = createHash('sha256').update(bytes).digest('hex')
      await space.hold(blob)
      const { storedBytes } = await blobs.put(bytes)
      const before = await insert(database, {
        place,
        page,
        blob,
        storedBytes,
        usedAt: clock.now(),
      })
      await space.added({ blob, grownBytes: storedBytes - before.storedBytes, ...before })
    },
    async renew({ teamId, key }, answer) {
      await database.query(
        `update cached_pages set fetched_at = $3, used_at = $3, headers = headers || $4
         where team_id = $1 and key = $2`,
        [teamId, key, answer.fetchedAt, withoutPassing(answer.headers)],
      )
    },
    sweep: () => space.sweep(),
  }
}

/** Answers the body the place referred to before, and how large the present one was known to be. */
async function insert(
  sql: Sql,
  kept: { place: CachePlace; page: Page; blob: string; storedBytes: number; usedAt: Date },
): Promise<{ replaced: string | undefined; storedBytes: number }> {
  const { place, page, blob, storedBytes, usedAt } = kept
  const [before] = await sql.query<{ replaced: string | null; stored_bytes: number | null }>(
    `with before as (select blob from cached_pages where team_id = $1 and key = $2),
       known as (select stored_bytes from cached_bodies where blob = $6),
       sized as (update cached_bodies set stored_bytes = $11 where blob = $6)
     insert into cached_pages
       (team_id, key, url, status, headers, blob, engine, proxy, fetched_at, used_at, document_bytes)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12)
     on conflict (team_id, key) do update set
       url = excluded.url, status = excluded.status, headers = excluded.headers,
       blob = excluded.blob, engine = excluded.engine, proxy = excluded.proxy,
       fetched_at = excluded.fetched_at, used_at = excluded.used_at,
       document_bytes = excluded.document_bytes
     returning (select blob from before) as replaced, (select stored_bytes from known), ${withoutWait}`,
    [
      place.teamId,
      place.key,
      page.url,
      page.status,
      withoutPassing(page.headers),
      blob,
      page.engine,
      page.proxy,
      page.fetchedAt,
      usedAt,
      storedBytes,
      page.rendering?.screenshot ? page.body.byteLength : null,
    ],
  )
  return { replaced: before?.replaced ?? undefined, storedBytes: before?.stored_bytes ?? 0 }
}

const withoutPassing = (headers: Page['headers']) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => keptHeaders.test(name)))

/** The document, and behind it the picture that was taken of it. */
function withPicture({ body, rendering }: Page): Uint8Array {
  return rendering?.screenshot ? Buffer.concat([body, rendering.screenshot.bytes]) : body
}

/** Pictures that are kept are PNG: only those nobody asked a quality of are. */
function withoutPicture(bytes: Uint8Array, documentBytes: number | null) {
  if (documentBytes === null) return { body: bytes }
  const contentType = 'image/png' as const
  const screenshot = { bytes: bytes.subarray(documentBytes), contentType }
  const rendering = { screenshot, queuedMs: 0, textLength: 0 }
  return { body: bytes.subarray(0, documentBytes), rendering }
}
