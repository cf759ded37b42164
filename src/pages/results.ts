import { createDomainList, listedHost } from '#threat/domain-list.ts'
import type { Account } from '#kernel/account.ts'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import { findNetworkId } from '#kernel/principal.ts'
import { beforeMs, type Database, type Sql } from '#storage/database.ts'
import type { Document } from '#formats/document.ts'
import { refuseDocument } from '#formats/key-restrictions.ts'
import { packDocument, unpackDocument } from '#formats/packed-document.ts'
import type { Seal, SealedJson } from '#storage/seal.ts'
import type { Replay } from './replay.ts'

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
  /** `replay` is absent for a document that is no page. */
  save(result: StoredResult, within: Sql): Promise<void>
  /** How to open the page again. Fails with `NOT_FOUND` like `read` and for scrapes of other networks without a key, and with `CONFLICT` for a document that is no page. */
  readReplay(id: string, call: Call): Promise<Replay>
  sweep(): Promise<void>
}

interface StoredResult {
  readonly id: string
  readonly teamId: string
  /** Of a request without a key. */
  readonly network?: string | null
  readonly document: Uint8Array
  readonly replay?: Replay | undefined
}

interface ActivityList {
  find(id: string, teamId: string): Promise<{ readonly endpoint: string } | undefined>
}

const wasScraped = async (activity: ActivityList, id: string, { teamId }: Account) =>
  (await activity.find(id, teamId))?.endpoint === 'scrape'

export function createResults(parts: {
  readonly database: Database
  readonly seal: Seal
  readonly activity: ActivityList
}): Results {
  const { database, seal, activity } = parts
  return {
    async read(id, { account }) {
      if (account.zeroDataRetention === 'forced') {
        const message =
          'Your team has zero data retention enabled. This is not supported on scrape status.'
        throw new ServiceError('BAD_REQUEST', message)
      }
      const [row] = await database.query<{ document: Buffer }>(
        `select document from scrapes where id = $1 and team_id = $2 and created_at > ${beforeMs('$3')}`,
        [id, account.teamId, retentionMs],
      )
      if (!row) throw new ServiceError('NOT_FOUND', 'Job not found.')
      const document = await unpackDocument(row.document)
      refuseDocument(document, account.allowedFormats)
      refuseOtherHosts(document, account)
      return document
    },
    pack: async (document) => (await packDocument(document)).bytes,
    async save({ id, teamId, network = null, document, replay }, within) {
      const context = replay === undefined ? null : seal.seal(replay)
      await within.query(
        `insert into scrapes (id, team_id, document, created_at, replay, network) values ($1, $2, $3, now(), $4, $5)
         on conflict (id) do nothing`,
        [id, teamId, document, context, network],
      )
    },
    async readReplay(id, { account }) {
      const [row] = await database.query<{ replay: SealedJson<Replay> | null }>(
        `select replay from scrapes
         where id = $1 and team_id = $2 and created_at > ${beforeMs('$3')} and network is not distinct from $4`,
        [id, account.teamId, retentionMs, findNetworkId(account.principal)],
      )
      if (row?.replay) return seal.open(row.replay)
      // Of a scrape under zero data retention the activity alone is left, which does not say who had no key.
      const isKnown =
        row ??
        (findNetworkId(account.principal) === null && (await wasScraped(activity, id, account)))
      if (!isKnown) throw new ServiceError('NOT_FOUND', 'Job not found.')
      const message = 'Replay context is unavailable for this scrape job. Please rerun the scrape.'
      throw new ServiceError('CONFLICT', message)
    },
    async sweep() {
      let removed = removedAtOnce
      while (removed === removedAtOnce) {
        const rows = await database.query(
          `delete from scrapes where id in
             (select id from scrapes where created_at <= ${beforeMs('$1')} limit $2) returning id`,
          [retentionMs, removedAtOnce],
        )
        removed = rows.length
      }
    },
  }
}

/** A key that is restricted to hosts reads no documents of others. */
function refuseOtherHosts({ metadata }: Document, { allowedHosts = [] }: Account): void {
  if (allowedHosts.length === 0) return
  const hosts = createDomainList(allowedHosts)
  const places = [metadata.sourceURL, metadata.url]
  const isOwn = (place: string | undefined) => {
    const url = URL.parse(place ?? '')
    return url !== null && hosts.has(listedHost(url))
  }
  if (places.every(isOwn)) return
  const message =
    'Request blocked: this API key is restricted to other hosts than that of this page.'
  throw new ServiceError('KEY_HOST_NOT_ALLOWED', message)
}
