import { createHash } from 'node:crypto'
import { fromJson } from '#kernel/from-json.ts'
import { pack, unpack } from '#kernel/packing.ts'
import { afterMs, type Database, type Sql } from '#storage/database.ts'
import type { PageVersion } from './page-version.ts'

/** Scope of versions: `team` for change tracking, `monitor:<monitor id>:<target id>` for monitors. */
export interface Watch {
  readonly teamId: string
  readonly scope: string
}

/** A watched page. Versions with different tags are independent. */
export interface SnapshotPlace extends Watch {
  readonly url: string
  readonly tag?: string | null | undefined
}

/** The last version of a page. */
export interface Snapshot {
  readonly scrapeId: string
  readonly takenAt: Date
  readonly version: PageVersion
  /** Set while the page is removed; the version is the last before that. */
  readonly goneAt: Date | null
}

export interface NewSnapshot {
  readonly scrapeId: string
  readonly takenAt: Date
  readonly version: PageVersion
  /** How long it is stored from now on, by the time of the database; absent for versions without expiry. */
  readonly lifeMs?: number | undefined
}

export interface StoredPage {
  readonly url: string
  readonly scrapeId: string
  readonly takenAt: Date
  readonly goneAt: Date | null
}

/** The last version of each watched page (docs/change-tracking.md). */
export interface Snapshots {
  /** Undefined if there is no version. */
  latest(page: SnapshotPlace): Promise<Snapshot | undefined>
  /**
   * Compresses the version. The returned write belongs in the transaction that records the result, so that a killed process
   * neither misses nor repeats a change. An older version never replaces a newer one.
   */
  prepare(page: SnapshotPlace, snapshot: NewSnapshot): Promise<(sql: Sql) => Promise<void>>
  /** Prepares and writes. */
  put(page: SnapshotPlace, snapshot: NewSnapshot): Promise<void>
  /** Marks a page as removed; its last version stays as the baseline for when it is back. */
  markGone(page: SnapshotPlace, goneAt: Date, within?: Sql): Promise<void>
  /** All pages of a watch, in batches. */
  list(watch: Watch): AsyncIterable<readonly StoredPage[]>
  delete(watch: Watch, within?: Sql): Promise<void>
  /** Deletes the versions of a team whose scope has this prefix: `monitor:<id>:` for a monitor; empty for all. */
  deleteAll(watches: { teamId: string; scopePrefix: string }, within?: Sql): Promise<void>
  /** Deletes expired versions. */
  sweep(): Promise<void>
}

const rowsPerQuery = 1_000
const removedAtOnce = 1_000

export function createSnapshots({ database }: { readonly database: Database }): Snapshots {
  return {
    prepare,
    async latest(page) {
      const [row] = await database.query<Omit<Snapshot, 'version'> & { version: Buffer }>(
        `select scrape_id as "scrapeId", taken_at as "takenAt", gone_at as "goneAt", version
         from page_snapshots where team_id = $1 and scope = $2 and url_key = $3`,
        makeKey(page),
      )
      if (!row) return undefined
      return { ...row, version: await readVersion(row.version) }
    },
    async put(page, snapshot) {
      const write = await prepare(page, snapshot)
      await write(database)
    },
    async markGone(page, goneAt, within = database) {
      await within.query(
        `update page_snapshots set gone_at = coalesce(gone_at, $4)
         where team_id = $1 and scope = $2 and url_key = $3`,
        [...makeKey(page), goneAt],
      )
    },
    list: (watch) => list(database, watch),
    async delete({ teamId, scope }, within = database) {
      await within.query('delete from page_snapshots where team_id = $1 and scope = $2', [
        teamId,
        scope,
      ])
    },
    async deleteAll({ teamId, scopePrefix }, within = database) {
      await within.query(
        'delete from page_snapshots where team_id = $1 and starts_with(scope, $2)',
        [teamId, scopePrefix],
      )
    },
    sweep: () => sweep(database),
  }
}

async function prepare(page: SnapshotPlace, snapshot: NewSnapshot) {
  const json = Buffer.from(JSON.stringify(snapshot.version))
  const values = [
    ...makeKey(page),
    page.url,
    snapshot.scrapeId,
    snapshot.takenAt,
    createHash('sha256').update(json).digest(),
    await pack(json),
    snapshot.lifeMs ?? null,
  ]
  return async (sql: Sql) => {
    await sql.query(upsert, values)
  }
}

const upsert = `
  insert into page_snapshots
    (team_id, scope, url_key, url, scrape_id, taken_at, digest, version, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, ${afterMs('$9')})
  on conflict (team_id, scope, url_key) do update set
    scrape_id = excluded.scrape_id, taken_at = excluded.taken_at, gone_at = null,
    expires_at = excluded.expires_at, digest = excluded.digest,
    version = case when page_snapshots.digest = excluded.digest
      then page_snapshots.version else excluded.version end
  where page_snapshots.taken_at <= excluded.taken_at`

/** Returns the key of a page. It is a hash, because tag and URL may be too long for an index. */
function makeKey({ teamId, scope, url, tag = null }: SnapshotPlace) {
  const urlKey = createHash('sha256')
    .update(JSON.stringify([tag, url]))
    .digest()
  return [teamId, scope, urlKey]
}

async function* list(database: Database, { teamId, scope }: Watch) {
  let after: Buffer = Buffer.alloc(0)
  for (;;) {
    const rows: (StoredPage & { url_key: Buffer })[] = await database.query(
      `select url, scrape_id as "scrapeId", taken_at as "takenAt", gone_at as "goneAt", url_key
       from page_snapshots where team_id = $1 and scope = $2 and url_key > $3
       order by url_key limit $4`,
      [teamId, scope, after, rowsPerQuery],
    )
    if (rows.length > 0) yield rows.map(({ url_key: _urlKey, ...page }) => page)
    if (rows.length < rowsPerQuery) return
    after = rows.at(-1)?.url_key ?? after
  }
}

async function sweep(database: Database): Promise<void> {
  let removed = removedAtOnce
  while (removed === removedAtOnce) {
    const rows = await database.query(
      `delete from page_snapshots where (team_id, scope, url_key) in
         (select team_id, scope, url_key from page_snapshots where expires_at <= now() limit $1)
       returning 1`,
      [removedAtOnce],
    )
    removed = rows.length
  }
}

/** Versions that were stored before the member was renamed have `comparable`. */
async function readVersion(packed: Buffer): Promise<PageVersion> {
  const {
    markdown,
    comparable,
    normalisedText = comparable,
    data,
    rules,
  } = (await fromJson(await unpack(packed))) as PageVersion & { readonly comparable?: string }
  return {
    markdown,
    ...(normalisedText !== undefined && { normalisedText }),
    ...(data && { data }),
    ...(rules && { rules }),
  }
}
