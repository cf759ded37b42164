import type { Clock } from '#kernel/clock.ts'
import type { Blobs } from '#storage/blobs.ts'
import type { Database } from '#storage/database.ts'

interface CacheSpaceOptions {
  readonly database: Database
  readonly blobs: Blobs
  readonly clock: Clock
  readonly bytesMax: number
}

/** The disk space of the page cache: who refers to which body, and what goes when there is too much. */
export interface CacheSpace {
  fits(body: Uint8Array): boolean
  /** To be called before bodies are written: nobody removes them for a while. */
  hold(blobs: readonly string[]): Promise<void>
  /** To be called when pages refer to the bodies; makes room when there is too much. */
  added(changes: readonly KeptChange[]): Promise<void>
  sweep(): Promise<void>
}

/** A page that refers to a body. */
export interface KeptChange {
  readonly blob: string
  /** Bytes the body takes now and did not take before. */
  readonly grownBytes: number
  /** The body the page referred to before. */
  readonly replaced: string | undefined
}

const holdMs = 60_000
/** No request can ask for an older copy (contract section 22.3). */
const ageMsMax = 2 * 365 * 86_400_000
/** What a page takes beside its body, roughly. */
const rowBytes = 1_024
const evictedAtOnce = 100
const orphansAtOnce = 500

/** The least recently used pages, as many as it takes to free so many bytes if they share none. */
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
  const { database, clock, bytesMax } = options
  const removeOrphans = createOrphanRemoval(options)
  /** Bytes in use as far as this process knows; counted anew by each sweep. */
  let bytesUsed: number | undefined

  async function makeRoom(): Promise<void> {
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
    async hold(blobs) {
      await database.query(
        `insert into cached_bodies as b (blob, stored_bytes, held_until)
         select distinct u, 0, $2::timestamptz from unnest($1::text[]) u order by u
         on conflict (blob) do update set held_until = greatest(b.held_until, excluded.held_until)`,
        [blobs, new Date(clock.now().getTime() + holdMs)],
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
      await makeRoom()
    },
    async sweep() {
      await database.query('delete from cached_pages where fetched_at < $1', [
        new Date(clock.now().getTime() - ageMsMax),
      ])
      bytesUsed = undefined
      await makeRoom()
      await removeOrphans(await findOrphans(options))
      bytesUsed = undefined
    },
  }
}

/** Bodies that nothing refers to are as good as gone. */
async function countBytes(database: Database): Promise<number> {
  const [row] = await database.query<{ bytes: number }>(
    `select (select coalesce(sum(stored_bytes), 0) from cached_bodies b
         where exists (select from cached_pages p where p.blob = b.blob)) +
       (select count(*) from cached_pages) * $1::bigint as bytes`,
    [rowBytes],
  )
  return row?.bytes ?? 0
}

async function findOrphans({ database, clock }: CacheSpaceOptions): Promise<string[]> {
  const rows = await database.query<{ blob: string }>(
    `select blob from cached_bodies b where held_until <= $1
     and not exists (select from cached_pages p where p.blob = b.blob) limit $2`,
    [clock.now(), orphansAtOnce],
  )
  return rows.map(({ blob }) => blob)
}

/**
 * Removes those of the bodies that nothing refers to and nobody holds, and answers the bytes that are free or will be
 * when the hold ends. The row goes first and its deletion commits last: whoever wants the same body
 * meanwhile waits for the row, finds it gone, and writes the body again.
 */
function createOrphanRemoval({ database, blobs, clock }: CacheSpaceOptions) {
  return async function removeOrphans(candidates: readonly string[]): Promise<number> {
    let freedBytes = 0
    for (const blob of new Set(candidates)) {
      freedBytes += await database.transaction(async (sql) => {
        const [orphan] = await sql.query<{ stored_bytes: number; held_until: Date }>(
          `select stored_bytes, held_until from cached_bodies b where blob = $1
           and not exists (select from cached_pages p where p.blob = b.blob) for update`,
          [blob],
        )
        if (!orphan) return 0
        if (orphan.held_until.getTime() > clock.now().getTime()) return orphan.stored_bytes
        await sql.query('delete from cached_bodies where blob = $1', [blob])
        await blobs.remove(blob)
        return orphan.stored_bytes
      })
    }
    return freedBytes
  }
}
