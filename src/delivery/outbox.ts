import type { Clock } from '#kernel/clock.ts'
import type { Log } from '#kernel/log.ts'
import { newId } from '#kernel/ids.ts'
import { openKnown, type ContentSeals } from '#storage/content-seals.ts'
import type { Database, Sql } from '#storage/database.ts'
import {
  openWebhook,
  removeUnusedWebhooks,
  webhookOfDelivery,
  writeWebhooks,
} from './job-webhooks.ts'
import { wants, type Webhook, type WebhookTarget } from './webhook.ts'

/** Something that happened, for whoever wanted to be told. */
export interface Event {
  readonly teamId: string
  readonly jobId: string
  /** Zero data retention: only who has the key of the job can read it. */
  readonly zeroDataRetention: boolean
  /** `crawl.page` */
  readonly type: string
  readonly webhook: Webhook
  readonly success: boolean
  readonly error?: string
  /** The document it is about: its place among those of the job. */
  readonly place?: number
  readonly scrapeId?: string
  /** What is told beside the document; `data` of the envelope. */
  readonly data?: readonly object[]
}

/** A delivery that is to be attempted now. */
export interface HeldDelivery {
  readonly id: string
  readonly attempts: number
  readonly webhook: WebhookTarget
  readonly event: Omit<Event, 'webhook'>
}

/** Deliveries that are still to be made. */
export interface Outbox {
  /** Inside the transaction of the thing that happened. */
  add(sql: Sql, events: readonly Event[]): Promise<void>
  /** Those under zero data retention go to who has their key. */
  claim(worker: string, wanted: number): Promise<HeldDelivery[]>
  ended(id: string, ending: Ending): Promise<void>
  sweep(): Promise<void>
}

/** How an attempt ended. */
export type Ending =
  | { readonly state: 'delivered'; readonly status: number }
  | {
      readonly state: 'waiting'
      readonly status: number | null
      readonly failure: string
      readonly retryAt: Date
    }
  | { readonly state: 'failed'; readonly status: number | null; readonly failure: string }
  /** The receiver is gone for good: what still waits for it fails as well. */
  | { readonly state: 'gone'; readonly status: number }

const holdMs = 30_000
const keptMs = 7 * 86_400_000
/** A receiver that does not answer keeps no others waiting: neither by what it is told again, nor by many jobs. */
const againMaxOfJob = 8
const atOnceMaxOfTeam = 32

/**
 * In a job, a first attempt waits until the one before it has ended, however it ended; what is told again waits for
 * nothing. News go before what is told again.
 */
const claimDue = `
  with recursive job (id) as (
    (select job_id from deliveries where state = 'waiting' order by job_id limit 1)
    union all
    select (select d.job_id from deliveries d where d.state = 'waiting' and d.job_id > job.id
      order by d.job_id limit 1)
    from job where job.id is not null),
  held as materialized (
    select team_id, job_id, attempts, position from deliveries
    where state = 'waiting' and held_until > $1),
  picked as (
    select d.*, row_number() over (
        partition by d.team_id order by d.attempts > 0, d.ready_at, d.position) as team_place
    from job cross join lateral (
      (select * from (
         select * from deliveries n where n.job_id = job.id and n.state = 'waiting' and n.attempts = 0
         order by n.position limit 1) first
       where not exists (
         select from held h where h.job_id = job.id and h.attempts = 1 and h.position < first.position))
      union all
      (select * from deliveries a where a.job_id = job.id and a.state = 'waiting' and a.attempts > 0
         and a.ready_at <= $1 and (a.held_until is null or a.held_until <= $1)
       order by a.ready_at limit greatest(0, $5 - (
         select count(*) from held h where h.job_id = job.id and h.attempts > 1)))) d
    where d.ready_at <= $1
      and (not d.zero_data_retention or exists (
        select from job_key_ids_of($4) k (job_id) where k.job_id = d.job_id))),
  busy as (select team_id, count(*) as deliveries from held group by team_id),
  due as (
    select d.id from picked join deliveries d on d.id = picked.id
    left join busy on busy.team_id = picked.team_id
    where picked.team_place + coalesce(busy.deliveries, 0) <= $6
      and d.state = 'waiting' and (d.held_until is null or d.held_until <= $1)
    order by picked.attempts > 0, picked.ready_at, picked.position limit $2 for update of d skip locked)
  update deliveries d set attempts = attempts + 1, held_until = $3 from due
  where d.id = due.id
  returning d.id, d.attempts, d.event, d.job_id as "jobId", d.zero_data_retention as "zeroDataRetention",
    ${webhookOfDelivery} as webhook`

interface OutboxDeps {
  readonly database: Database
  readonly clock: Clock
  readonly contentSeals: ContentSeals
  readonly log: Log
}

export function createOutbox(deps: OutboxDeps): Outbox {
  const { database, clock, contentSeals, log } = deps
  const end = (id: string, ending: Ending) =>
    writeEnding(database, { id, ending, now: clock.now() })
  return {
    add: (sql, events) => write(sql, events, deps),
    async claim(worker, wanted) {
      const rows = await database.query<WrittenDelivery>(claimDue, [
        clock.now(),
        wanted,
        new Date(clock.now().getTime() + holdMs),
        worker,
        againMaxOfJob,
        atOnceMaxOfTeam,
      ])
      return openKnown(
        rows,
        async ({ id, attempts, event, webhook, ...row }) => {
          const seal = await contentSeals.of(jobOf(row))
          return {
            id,
            attempts,
            event: {
              ...(seal.openObject(event) as Event),
              zeroDataRetention: row.zeroDataRetention,
            },
            webhook: openWebhook(seal, { event, webhook }),
          }
        },
        { log, setAside: ({ id }) => end(id, unreadable) },
      )
    },
    ended: end,
    async sweep() {
      await database.query('delete from deliveries where created_at <= $1', [
        new Date(clock.now().getTime() - keptMs),
      ])
      await database.query(
        `delete from deliveries d
         where zero_data_retention and not exists (select from job_ids() j (id) where j.id = d.job_id)`,
        [],
      )
      await removeUnusedWebhooks(database)
    },
  }
}

const unreadable = {
  state: 'failed',
  status: null,
  failure: 'The delivery cannot be read: it was written under another WEIR_SECRET.',
} as const

async function write(
  sql: Sql,
  events: readonly Event[],
  { clock, contentSeals }: OutboxDeps,
): Promise<void> {
  const wanted = events.filter(({ webhook, type }) => wants(webhook, type))
  if (wanted.length === 0) return
  const now = clock.now()
  const sealed = await Promise.all(
    wanted.map(async (event) => ({ event, seal: await contentSeals.of(jobOf(event), sql) })),
  )
  const identities = await writeWebhooks(sql, sealed)
  await sql.query(
    `insert into deliveries (id, team_id, job_id, type, zero_data_retention, webhook_identity, event, ready_at, created_at)
     select u.*, $8, $8 from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::boolean[],
       $6::bytea[], $7::text[]) u`,
    [
      wanted.map(() => newId()),
      wanted.map(({ teamId }) => teamId),
      wanted.map(({ jobId }) => jobId),
      wanted.map(({ type }) => type),
      wanted.map(({ zeroDataRetention }) => zeroDataRetention),
      identities,
      sealed.map(({ seal, event }) => seal.object({ ...event, webhook: undefined })),
      now,
    ],
  )
}

type WrittenDelivery = Pick<HeldDelivery, 'id' | 'attempts'> &
  Pick<Event, 'jobId' | 'zeroDataRetention'> & {
    readonly event: string
    readonly webhook: string | null
  }

const jobOf = ({ jobId: id, zeroDataRetention }: Pick<Event, 'jobId' | 'zeroDataRetention'>) => ({
  id,
  zeroDataRetention,
})

async function writeEnding(
  database: Sql,
  { id, ending, now }: { readonly id: string; readonly ending: Ending; readonly now: Date },
): Promise<void> {
  const { state, status } = ending
  if (state === 'gone') {
    await database.query(
      `update deliveries d set state = 'failed', status = $2, ended_at = $3, held_until = null,
         failure = 'The receiver answered 410: it wants no more.'
       from deliveries gone
       where gone.id = $1 and d.job_id = gone.job_id and d.state = 'waiting'
         and d.webhook_identity is not distinct from gone.webhook_identity`,
      [id, status, now],
    )
    return
  }
  const failure = state === 'delivered' ? null : ending.failure
  const retryAt = state === 'waiting' ? ending.retryAt : null
  await database.query(
    `update deliveries set state = $2::text, status = $3, failure = $4, held_until = null,
       ready_at = coalesce($5::timestamptz, ready_at),
       ended_at = case when $2::text = 'waiting' then null else $6::timestamptz end
     where id = $1`,
    [id, state, status, failure, retryAt, now],
  )
}
