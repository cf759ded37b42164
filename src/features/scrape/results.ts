import { promisify } from 'node:util'
import { constants, zstdCompress, zstdCompressSync, zstdDecompress } from 'node:zlib'
import type { Call } from '#kernel/call.ts'
import type { Clock } from '#kernel/clock.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { Database, Sql } from '#storage/database.ts'
import type { Document } from './document.ts'
import { refuseFormats } from './permissions.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
const options = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }

/** Up to this length, compressing here takes less time than handing the work to a thread. */
const packedAtOnceMax = 65_536
const retentionMs = 24 * 3_600_000
const removedAtOnce = 1_000

/** Every other member of a document has the name of its format. */
const besideFormats = new Set(['metadata', 'warning'])

/** Documents by scrape id, for 24 hours. */
export interface Results {
  /**
   * Fails with `NOT_FOUND`, also for the scrapes of other teams, with `FORBIDDEN` when the document holds more than
   * this key may have, and with `BAD_REQUEST` for teams that keep nothing.
   */
  read(id: string, call: Call): Promise<Document>
  /** Compresses outside of the transaction that then writes it. */
  pack(document: Document): Promise<PackedDocument>
  save(result: { id: string; teamId: string; document: PackedDocument }, within: Sql): Promise<void>
  sweep(): Promise<void>
}

export type PackedDocument = Buffer

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
      const text = await decompress(row.document)
      const document = JSON.parse(text.toString()) as Document
      const formats = Object.keys(document).filter((member) => !besideFormats.has(member))
      refuseFormats(formats, account.allowedFormats)
      return document
    },
    async pack(document) {
      const text = JSON.stringify(document)
      return text.length > packedAtOnceMax
        ? compress(text, options)
        : zstdCompressSync(text, options)
    },
    async save({ id, teamId, document }, within) {
      await within.query(
        'insert into scrapes (id, team_id, document, created_at) values ($1, $2, $3, $4)',
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
