import { readIdTime } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import { addItems } from '#queue/add-items.ts'
import { openReadable, type ContentSeals } from '#storage/content-seals.ts'
import type { Database } from '#storage/database.ts'
import { readAttempts, type DeliveryAttempt } from './delivery-attempts.ts'
import {
  openDelivery,
  openWebhook,
  webhookOfDelivery,
  type SealedDelivery,
} from './job-webhooks.ts'
import { describeReceiver } from './channels/open-channel.ts'
import { deliveryQueue, type Delivery } from './outbox.ts'

export interface DeliveryEntry {
  readonly id: string
  readonly jobId: string
  readonly type: string
  readonly url: string
  readonly state: 'waiting' | 'delivered' | 'failed'
  readonly attempts: number
  /** Of the last attempt. */
  readonly status: number | null
  readonly failure: string | null
  readonly createdAt: Date
  readonly nextAttemptAt: Date | null
}

/** A delivery with its attempts. Under zero data retention neither they nor the event are given. */
export interface DeliveryRecord {
  readonly entry: DeliveryEntry
  readonly delivery: Delivery | undefined
  /** The latest ones, oldest first. */
  readonly attempts: readonly DeliveryAttempt[]
}

/** What became of the deliveries of the last 7 days. */
export interface DeliveryLog {
  /** Newest first; those under zero data retention as long as their job can be read. */
  list(
    teamId: string,
    part: {
      readonly jobId?: string | undefined
      readonly limit: number
      /** Only those behind the delivery with this id. */
      readonly before?: string | undefined
    },
  ): Promise<DeliveryEntry[]>
  /** Undefined when the team has no such delivery, or it cannot be decrypted. */
  read(teamId: string, id: string): Promise<DeliveryRecord | undefined>
  /** Makes a delivery that has ended once more; false when the team has no such delivery. */
  replay(teamId: string, id: string): Promise<boolean>
}

type WrittenEntry = Omit<DeliveryEntry, 'url'> &
  SealedDelivery & { readonly zeroDataRetention: boolean }

const entryColumns = `d.id, d.job_id as "jobId", d.type, d.state, d.attempts, d.status, d.failure,
  d.zero_data_retention as "zeroDataRetention", d.created_at as "createdAt",
  case when d.state = 'waiting' then d.ready_at end as "nextAttemptAt", ${webhookOfDelivery} as webhook`

interface DeliveryLogDeps {
  readonly database: Database
  readonly contentSeals: ContentSeals
  readonly log: Log
}

export function createDeliveryLog(deps: DeliveryLogDeps): DeliveryLog {
  const { database, contentSeals, log } = deps
  return {
    async list(teamId, { jobId, limit, before }) {
      const rows = await database.query<WrittenEntry>(
        `select ${entryColumns}, case when d.webhook_key is null then d.event else '' end as event
         from deliveries d where d.team_id = $1 and ($2::uuid is null or d.job_id = $2)
           and ($4::uuid is null or (d.created_at, d.position) < (
             coalesce((select created_at from deliveries where id = $4 and team_id = $1), $5::timestamptz),
             coalesce((select position from deliveries where id = $4 and team_id = $1), 0)))
         order by d.created_at desc, d.position desc limit $3`,
        [teamId, jobId ?? null, limit, before ?? null, readIdTime(before)],
      )
      const openEntry = async (row: WrittenEntry) => {
        const seal = await contentSeals.of(makeJob(row))
        return makeEntry(row, openWebhook(seal, row).url)
      }
      return openReadable(rows, openEntry, { log })
    },
    async read(teamId, id) {
      const rows = await database.query<WrittenEntry>(
        `select ${entryColumns}, d.event from deliveries d where d.team_id = $1 and d.id = $2`,
        [teamId, id],
      )
      const [found] = await openReadable(rows, (row) => openRecord(row, deps), { log })
      return found
    },
    replay: (teamId, id) =>
      database.transaction(async (sql) => {
        const [row] = await sql.query<{ keyOf: string | null }>(
          `update deliveries set state = 'waiting', ready_at = now(), attempts = 0, ended_at = null
           where id = $1 and team_id = $2 and state <> 'waiting'
           returning case when zero_data_retention then job_id end as "keyOf"`,
          [id, teamId],
        )
        if (!row) return false
        // In a lane of its own: it waits for no other delivery of its job, and none waits for it.
        const item = { id, teamId, lane: id, keyOf: row.keyOf ?? undefined }
        await addItems(sql, deliveryQueue, [item])
        return true
      }),
  }
}

async function openRecord(
  row: WrittenEntry,
  { database, contentSeals }: DeliveryLogDeps,
): Promise<DeliveryRecord> {
  const { webhook, ...delivery } = openDelivery(await contentSeals.of(makeJob(row)), row)
  const entry = makeEntry(row, webhook.url)
  if (row.zeroDataRetention) return { entry, delivery: undefined, attempts: [] }
  const attempts = await readAttempts(database, row, contentSeals)
  return { entry, delivery: { webhook, ...delivery }, attempts }
}

const makeJob = ({ jobId: id, zeroDataRetention }: WrittenEntry) => ({ id, zeroDataRetention })

const makeEntry = (row: WrittenEntry, url: string): DeliveryEntry => {
  const { webhook: _webhook, event: _event, zeroDataRetention: _retention, ...entry } = row
  return { ...entry, url: describeReceiver(url) }
}
