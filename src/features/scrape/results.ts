import type { Call } from '#kernel/call.ts'
import type { Clock } from '#kernel/clock.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { Database, Sql } from '#storage/database.ts'
import type { Document } from '#formats/document.ts'
import { refuseDocument } from '#formats/key-restrictions.ts'
import { packDocument, unpackDocument } from '#formats/packed-document.ts'

const retentionMs = 24 * 3_600_000
const removedAtOnce = 1_000

/** Documents by scrape id, for 24 hours. */
export interface Results {
  /**
   * Fails with `NOT_FOUND`, also for scrapes of other teams, with `FORBIDDEN` if the document has formats that the key does not
   * permit, and with `BAD_REQUEST` for teams with forced zero data retention.
   */
  read(id: string, call: Call): Promise<Document>
  /** Compresses a document. Call it outside of the transaction. */
  pack(document: Document): Promise<Uint8Array>
  save(result: { id: string; teamId: string; document: Uint8Array }, within: Sql): Promise<void>
  sweep(): Promise<void>
}

export function createResults(parts: {
  readonly database: Database
  readonly clock: Clock
}): Results {
  const { database, clock } = parts
  const oldest = () => new Date(clock.now().getTime() - retentionMs)
  return {
    async read(id, { account }) {
      if (account.zeroDataRetention === 'forced') {
        const message =
          'Your team has zero data retention enabled. This is not supported on scrape status.'
        throw new ServiceError('BAD_REQUEST', message)
      }
      const [row] = await database.query<{ document: Buffer }>(
        'select document from scrapes where id = $1 and team_id = $2 and created_at > $3',
        [id, account.teamId, oldest()],
      )
      if (!row) throw new ServiceError('NOT_FOUND', 'Job not found.')
      const document = await unpackDocument(row.document)
      refuseDocument(document, account.allowedFormats)
      return document
    },
    pack: async (document) => (await packDocument(document)).bytes,
    async save({ id, teamId, document }, within) {
      await within.query(
        `insert into scrapes (id, team_id, document, created_at) values ($1, $2, $3, $4)
         on conflict (id) do nothing`,
        [id, teamId, document, clock.now()],
      )
    },
    async sweep() {
      let removed = removedAtOnce
      while (removed === removedAtOnce) {
        const rows = await database.query(
          `delete from scrapes where id in
             (select id from scrapes where created_at <= $1 limit $2) returning id`,
          [oldest(), removedAtOnce],
        )
        removed = rows.length
      }
    },
  }
}
