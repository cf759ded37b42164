import type { Blobs } from '#storage/blobs.ts'
import { afterMs, beforeMs, type Database } from '#storage/database.ts'

interface CacheSpaceOptions {
  readonly database: Database
  readonly blobs: Blobs
  readonly bytesMax: number
}

/** Disk space of the page cache: references from pages to bodies, and eviction. */
export interface CacheSpace {
  fits(body: Uint8Array): boolean
  /** Protects bodies from deletion for a minute. Call it before they are written. */
  protect(blobs: readonly string[]): Promise<void>
  /** Call it when pages refer to the bodies. Evicts pages if the cache is too large. */
  added(changes: readonly BodyChange[]): Promise<void>
  sweep(): Promise<void>
}

/** A page that refers to a new body. */
export interface BodyChange {
  readonly blob: string
  /** Bytes the body occupies now and did not occupy before. */
  readonly grownBytes: number
  /** Body that the page referred to before. */
  readonly replaced: string | undefined
}

const protectionMs = 60_000
/** No request can ask for an older copy (docs/api/scrape.md). */
const ageMsMax = 2 * 365 * 86_400_000
/** Approximate size of a page without its body. */
const rowBytes = 1_024
const evictedAtOnce = 100
const orphansAtOnce = 500

/** The least recently used pages: as many as free the given number of bytes, if they share no bodies. */
const evict = `
  delete from cached_pages where (team_id, key) in (
    select team_id, key from (
      select team_id, key, sum(bytes) over (order by used_at, team_id, key) - bytes as bytes_before
      from (
        select p.team_id, p.key, p.used_at, b.stored_bytes + $2::bigint as bytes
        from cached_pages p join cached_bodies b using (blob)
        order by p.used_at limit $3
      ) oldest
    ) summed
    where bytes_before < $1::bigint
  )
  returning blob`

export function createCacheSpace(options: CacheSpaceOptions): CacheSpace {
  const { database, bytesMax } = options
  const removeOrphans = createOrphanRemoval(options)
  /** Bytes in use, if known. Each sweep counts them again. */
  let bytesUsed: number | undefined

  async function evictPages(): Promise<void> {
    bytesUsed ??= await countBytes(database)
    while (bytesUsed > bytesMax) {
      const rows = await database.query<{ blob: string }>(evict, [
        bytesUsed - bytesMax,
        rowBytes,
        evictedAtOnce,
      ])
      if (rows.length === 0) return
      const freed = await removeOrphans(rows.map(({ blob }) => blob))
      bytesUsed -= freed + rows.length * rowBytes
    }
  }

  return {
    fits: (body) => body.byteLength + rowBytes <= bytesMax,
    async protect(blobs) {
      await database.query(
        `insert into cached_bodies as b (blob, stored_bytes, protected_until)
         select distinct u, 0, ${afterMs('$2')} from unnest($1::text[]) u order by u
         on conflict (blob) do update set protected_until = greatest(b.protected_until, excluded.protected_until)`,
        [blobs, protectionMs],
      )
    },
    async added(changes) {
      const replaced = changes.flatMap((change) =>
        change.replaced === undefined || change.replaced === change.blob ? [] : [change.replaced],
      )
      const freed = await removeOrphans(replaced)
      const grown = changes
        .map((change) => change.grownBytes + (change.replaced === undefined ? rowBytes : 0))
        .reduce((sum, bytes) => sum + bytes, 0)
      bytesUsed = bytesUsed === undefined ? await countBytes(database) : bytesUsed + grown - freed
      await evictPages()
    },
    async sweep() {
      await database.query(`delete from cached_pages where fetched_at < ${beforeMs('$1')}`, [
        ageMsMax,
      ])
      bytesUsed = undefined
      await evictPages()
      await removeOrphans(await findOrphans(options))
      bytesUsed = undefined
    },
  }
}

/** Bytes in use. Bodies without a reference do not count. */
async function countBytes(database: Database): Promise<number> {
  const [row] = await database.query<{ bytes: number }>(
    `select (select coalesce(sum(stored_bytes), 0) from cached_bodies b
         where exists (select from cached_pages p where p.blob = b.blob)) +
       (select count(*) from cached_pages) * $1::bigint as bytes`,
    [rowBytes],
  )
  return row?.bytes ?? 0
}

async function findOrphans({ database }: CacheSpaceOptions): Promise<string[]> {
  const rows = await database.query<{ blob: string }>(
    `select blob from cached_bodies b where protected_until <= now()
     and not exists (select from cached_pages p where p.blob = b.blob) limit $1`,
    [orphansAtOnce],
  )
  return rows.map(({ blob }) => blob)
}

/**
 * Deletes those of the bodies that have no reference and are not protected. Returns the bytes that are free now or when the
 * protection ends. The row is deleted first and its transaction commits last: a concurrent writer of the same body waits for the row,
 * finds it deleted, and writes the body again.
 */
function createOrphanRemoval({ database, blobs }: CacheSpaceOptions) {
  return async function removeOrphans(candidates: readonly string[]): Promise<number> {
    let freedBytes = 0
    for (const blob of new Set(candidates)) {
      freedBytes += await database.transaction(async (sql) => {
        const [orphan] = await sql.query<{ stored_bytes: number; isProtected: boolean }>(
          `select stored_bytes, protected_until > now() as "isProtected" from cached_bodies b where blob = $1
           and not exists (select from cached_pages p where p.blob = b.blob) for update`,
          [blob],
        )
        if (!orphan) return 0
        if (orphan.isProtected) return orphan.stored_bytes
        await sql.query('delete from cached_bodies where blob = $1', [blob])
        await blobs.remove(blob)
        return orphan.stored_bytes
      })
    }
    return freedBytes
  }
}
