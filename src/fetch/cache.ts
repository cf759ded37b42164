import { createHash } from 'node:crypto'
import type { Clock } from '#kernel/clock.ts'
import { inBatches } from '#kernel/in-batches.ts'
import type { Blobs } from '#storage/blobs.ts'
import { withoutWait, type Sql, type Database } from '#storage/database.ts'
import { jsonText } from '#storage/storable.ts'
import { createCacheSpace, type KeptChange } from './cache-space.ts'
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
  /** `zeroDataRetention` keeps the look-up itself out of the database (zero data retention). */
  find(
    place: CachePlace,
    options?: { readonly zeroDataRetention: boolean },
  ): Promise<CachedCopy | undefined>
  /**
   * Keeps a whole page the site answered with 2xx; others are passed over, so that a passing fault is never repeated.
   * How old a copy may be is the caller's `maxAge`: what the site says in Cache-Control is meant for shared caches.
   */
  store(
    place: CachePlace,
    page: Page,
    options?: {
      /** Nobody waits for this one page: it may wait a little for others, which makes both cheaper. */
      readonly isPatient: boolean
    },
  ): Promise<void>
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
const placesAtOnce = 100
const keptAtOnce = 32
const patienceMs = 100
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
  const row = inBatches((places: readonly CachePlace[]) => readRows(database, places), {
    itemsMax: placesAtOnce,
  })
  const keep = inBatches(keepAll, { itemsMax: keptAtOnce })

  async function keepAll(copies: readonly Copy[]): Promise<undefined[]> {
    const latest = latestOfEach(copies)
    await space.hold(latest.map(({ blob }) => blob))
    const written = latest.map(async (copy) => {
      const { storedBytes } = await blobs.put(copy.bytes)
      return { ...copy, storedBytes }
    })
    await space.added(await insertRows(database, await Promise.all(written), clock.now()))
    return copies.map(() => undefined)
  }

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
    async find(place, { zeroDataRetention } = { zeroDataRetention: false }) {
      const found = await row(place)
      if (!found) return undefined
      const now = clock.now()
      if (!zeroDataRetention && now.getTime() - found.used_at.getTime() > usePrecisionMs) {
        await database.query(
          'update cached_pages set used_at = $3 where team_id = $1 and key = $2',
          [place.teamId, place.key, now],
        )
      }
      return toCopy(found)
    },
    async store(place, page, { isPatient } = { isPatient: false }) {
      const isKept = page.status >= 200 && page.status <= 299 && page.isCut !== true
      const bytes = withPicture(page)
      if (!isKept || !space.fits(bytes)) return
      const blob = createHash('sha256').update(bytes).digest('hex')
      await keep({ place, page, bytes, blob }, isPatient ? patienceMs : 0)
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

async function readRows(
  sql: Sql,
  places: readonly CachePlace[],
): Promise<readonly (Row | undefined)[]> {
  const rows = await sql.query<Row & { place: number }>(
    `select u.place::integer, url, status, headers, blob, document_bytes, engine, proxy, fetched_at, used_at
     from unnest($1::uuid[], $2::bytea[]) with ordinality as u (team_id, key, place)
     cross join lateral (select * from cached_pages p where p.team_id = u.team_id and p.key = u.key limit 1) p`,
    [places.map(({ teamId }) => teamId), places.map(({ key }) => key)],
  )
  const byPlace = new Map(rows.map((row) => [row.place, row]))
  return places.map((_, index) => byPlace.get(index + 1))
}

/** A page that is to be kept; `bytes` are what goes to the disk, `blob` their address. */
interface Copy {
  readonly place: CachePlace
  readonly page: Page
  readonly bytes: Uint8Array
  readonly blob: string
}

/** In an order that is the same for all who write, so that none waits for another in turn. */
function latestOfEach(copies: readonly Copy[]): Copy[] {
  const byPlace = new Map(copies.map((copy) => [nameOf(copy.place), copy]))
  return [...byPlace].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, copy]) => copy)
}

const nameOf = ({ teamId, key }: CachePlace) => `${teamId} ${key.toString('hex')}`

/** Answers what changed: the bodies the places referred to before, and by how much the present ones grew. */
async function insertRows(
  sql: Sql,
  copies: readonly (Copy & { readonly storedBytes: number })[],
  usedAt: Date,
): Promise<KeptChange[]> {
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
       select u.*, $12 from (
         select team_id, key, url, status, headers, blob, engine, proxy, fetched_at, document_bytes from u) u
       on conflict (team_id, key) do update set
         url = excluded.url, status = excluded.status, headers = excluded.headers,
         blob = excluded.blob, engine = excluded.engine, proxy = excluded.proxy,
         fetched_at = excluded.fetched_at, used_at = excluded.used_at,
         document_bytes = excluded.document_bytes)
     select blob, replaced, stored_bytes, ${withoutWait} from before`,
    [
      copies.map(({ place }) => place.teamId),
      copies.map(({ place }) => place.key),
      copies.map(({ page }) => page.url),
      copies.map(({ page }) => page.status),
      copies.map(({ page }) => jsonText(withoutPassing(page.headers))),
      copies.map(({ blob }) => blob),
      copies.map(({ page }) => page.engine),
      copies.map(({ page }) => page.proxy),
      copies.map(({ page }) => page.fetchedAt),
      copies.map(({ page }) => (page.rendering?.screenshot ? page.body.byteLength : null)),
      copies.map(({ storedBytes }) => storedBytes),
      usedAt,
    ],
  )
  const sizes = new Map(copies.map(({ blob, storedBytes }) => [blob, storedBytes]))
  return rows.map(({ blob, replaced, stored_bytes: before }) => {
    const grownBytes = (sizes.get(blob) ?? 0) - before
    sizes.set(blob, before)
    return { blob, replaced: replaced ?? undefined, grownBytes }
  })
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
