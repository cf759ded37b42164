import type { Clock } from '#kernel/clock.ts'
import type { Log } from '#kernel/log.ts'
import { addItems } from '#queue/add-items.ts'
import { openReadable, type ContentSeals } from '#storage/content-seals.ts'
import type { Database } from '#storage/database.ts'
import { openWebhook, webhookOfDelivery } from './job-webhooks.ts'
import { deliveryQueue } from './outbox.ts'

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

/** What became of the deliveries of the last 7 days. */
export interface DeliveryLog {
  /** Newest first; those under zero data retention as long as their job can be read. */
  list(
    teamId: string,
    filter: { readonly jobId: string | undefined; readonly limit: number },
  ): Promise<DeliveryEntry[]>
  /** Makes a delivery that has ended once more; false when the team has no such delivery. */
  replay(teamId: string, id: string): Promise<boolean>
}

type WrittenEntry = Omit<DeliveryEntry, 'url'> & {
  readonly zeroDataRetention: boolean
  readonly webhook: string | null
  readonly event: string
}

export function createDeliveryLog({
  database,
  clock,
  contentSeals,
  log,
}: {
  readonly database: Database
  readonly clock: Clock
  readonly contentSeals: ContentSeals
  readonly log: Log
}): DeliveryLog {
  return {
    async list(teamId, { jobId, limit }) {
      const rows = await database.query<WrittenEntry>(
        `select id, job_id as "jobId", type, state, attempts, status, failure,
           zero_data_retention as "zeroDataRetention", created_at as "createdAt",
           case when state = 'waiting' then ready_at end as "nextAttemptAt",
           ${webhookOfDelivery} as webhook,
           case when webhook_key is null then event else '' end as event
         from deliveries d where team_id = $1 and ($2::uuid is null or job_id = $2)
         order by created_at desc, position desc limit $3`,
        [teamId, jobId ?? null, limit],
      )
      return openReadable(
        rows,
        async ({ zeroDataRetention, webhook, event, ...entry }) => {
          const seal = await contentSeals.of({ id: entry.jobId, zeroDataRetention })
          return { ...entry, url: openWebhook(seal, { webhook, event }).url }
        },
        { log },
      )
    },
    replay: (teamId, id) =>
      database.transaction(async (sql) => {
        const [row] = await sql.query<{ keyOf: string | null }>(
          `update deliveries set state = 'waiting', ready_at = $3, attempts = 0, ended_at = null
           where id = $1 and team_id = $2 and state <> 'waiting'
           returning case when zero_data_retention then job_id end as "keyOf"`,
          [id, teamId, clock.now()],
        )
        if (!row) return false
        // In a lane of its own: it waits for no other delivery of its job, and none waits for it.
        const item = { id, teamId, lane: id, keyOf: row.keyOf ?? undefined }
        await addItems(sql, deliveryQueue, [item])
        return true
      }),
  }
}
