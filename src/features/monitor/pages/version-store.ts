import { fromJson } from '#kernel/from-json.ts'
import { pack, unpack } from '#kernel/packing.ts'
import type { PageVersion } from '#changes/page-version.ts'
import type { Sql } from '#storage/database.ts'
import { digestUrl, type SeenPage } from './page-store.ts'

/** A version of a page, which was new or changed. Its id is that of the page of the check. */
export type StoredVersion = Pick<SeenPage, 'id' | 'targetId' | 'url' | 'metadata' | 'createdAt'> & {
  readonly scope: string
}

export interface NewVersion {
  readonly scope: string
  readonly version: PageVersion
}

/** Versions of the pages of monitors, which stay as long as a page of a check has them. */
export interface VersionStore {
  /** Undefined if the page shows the version before. Otherwise the write, for the transaction that ends the page. */
  prepare(page: SeenPage, version: NewVersion): Promise<((sql: Sql) => Promise<void>) | undefined>
  /** Newest first. */
  list(
    page: { readonly monitorId: string; readonly url: string },
    part: { readonly limit: number; readonly offset: number },
  ): Promise<StoredVersion[]>
  find(place: {
    readonly monitorId: string
    readonly id: string
  }): Promise<(StoredVersion & NewVersion) | undefined>
}

const columns = 'id, target_id as "targetId", url, metadata, scope, created_at as "createdAt"'

export function createVersionStore({ database }: { readonly database: Sql }): VersionStore {
  return {
    async prepare(page, { scope, version }) {
      const { id, monitorId, targetId, url, status, metadata, createdAt } = page
      if (status === 'error' || status === 'removed') return undefined
      const urlKey = digestUrl(url)
      if (status === 'same') {
        const known = await database.query(
          `select 1 from monitor_versions
           where monitor_id = $1 and target_id = $2 and url_key = $3 limit 1`,
          [monitorId, targetId, urlKey],
        )
        if (known.length > 0) return undefined
      }
      const packed = await pack(JSON.stringify(version))
      return async (sql) => {
        await sql.query(
          `insert into monitor_versions
             (id, monitor_id, target_id, url, url_key, scope, metadata, version, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
          [id, monitorId, targetId, url, urlKey, scope, metadata, packed, createdAt],
        )
      }
    },
    list: ({ monitorId, url }, { limit, offset }) =>
      database.query<StoredVersion>(
        `select ${columns} from monitor_versions where monitor_id = $1 and url_key = $2
         order by created_at desc, id desc limit $3 offset $4`,
        [monitorId, digestUrl(url), limit, offset],
      ),
    async find({ monitorId, id }) {
      const [row] = await database.query<StoredVersion & { version: Buffer }>(
        `select ${columns}, version from monitor_versions where monitor_id = $1 and id = $2`,
        [monitorId, id],
      )
      if (!row) return undefined
      const version = (await fromJson(await unpack(row.version))) as PageVersion
      return { ...row, version }
    },
  }
}
