import { randomBytes } from 'node:crypto'
import { ServiceError } from '#kernel/errors.ts'
import type { Database, Sql } from './database.ts'
import type { Keeper, Keepers, SealedFor } from './keepers.ts'

/**
 * Keys of jobs under zero data retention. They live in the memory of the processes that run, which hand them to each
 * other; when the last one that has a key ends, nobody has it.
 */
export interface KeyRing {
  /** A new key for a job, in the transaction that accepts the job. */
  add(sql: Sql, jobId: string): Promise<Buffer>
  /** Fails with `SERVICE_UNAVAILABLE` when this process does not have it. */
  keyOf(jobId: string, sql?: Sql): Promise<Buffer>
  /** Shows that this process is there, takes keys and hands on its own, forgets those of jobs that are gone. */
  turn(): Promise<void>
  /** This process ends, and its keys with it. */
  leave(): Promise<void>
}

interface KeyRingDeps {
  readonly database: Database
  readonly keepers: Keepers
}

const keyBytes = 32
/** Longer than a transaction that accepts a job takes. */
const newMs = 120_000
const handedAtOnce = 1_000
const retryAfterSeconds = 2

export function createKeyRing({ database, keepers }: KeyRingDeps): KeyRing {
  const { own } = keepers
  const held = new Map<string, { readonly key: Buffer; readonly heldSince: number }>()
  const hold = (jobId: string, key: Buffer) => held.set(jobId, { key, heldSince: Date.now() })

  /** A key is in memory before anybody sees that it was taken. What cannot be opened is handed over anew. */
  async function take(sql: Sql): Promise<void> {
    const taken: string[] = []
    const closed: string[] = []
    for (const { jobId, sealed } of await handedTo(own, sql)) {
      const key = keepers.open(sealed, contextOf(jobId, own))
      if (key) hold(jobId, key)
      const list = key ? taken : closed
      list.push(jobId)
    }
    if (taken.length + closed.length > 0) await writeTaken(sql, { own, taken, closed })
  }

  async function hand(sql: Sql, jobId: string, others: readonly Keeper[]): Promise<void> {
    const key = held.get(jobId)?.key
    if (!key) return
    const handed = others
      .filter(({ id }) => id !== own)
      .flatMap((other) => keepers.sealFor(other, key, contextOf(jobId, other.id)) ?? [])
    await writeHanded(sql, jobId, handed)
  }

  return {
    async add(sql, jobId) {
      const key = randomBytes(keyBytes)
      hold(jobId, key)
      const all = await keepers.all(sql)
      // A process that was not heard of for a while is taken for dead; its next beat brings it back.
      if (!all.some(({ id }) => id === own)) throw unavailable(notSeen)
      await sql.query('insert into job_keys values ($1, $2, null)', [jobId, own])
      await hand(sql, jobId, all)
      return key
    },
    async keyOf(jobId, sql = database) {
      if (!held.has(jobId)) await take(sql)
      const key = held.get(jobId)?.key
      if (key) return key
      throw unavailable(noKey)
    },
    async turn() {
      const isTimeToForget = await keepers.beat()
      await take(database)
      if (held.size === 0) return
      for (const { jobId, ...newcomer } of await newcomersFor(own, database)) {
        await hand(database, jobId, [newcomer])
      }
      if (!isTimeToForget) return
      const known = await jobsOf(own, database)
      const late = Date.now() - newMs
      for (const [jobId, { heldSince }] of held) {
        if (!known.has(jobId) && heldSince < late) held.delete(jobId)
      }
    },
    async leave() {
      held.clear()
      await keepers.leave()
    },
  }
}

const contextOf = (jobId: string, keeper: string) => `key of job ${jobId} for ${keeper}`

const handedTo = (keeper: string, sql: Sql) =>
  sql.query<{ jobId: string; sealed: Buffer }>(
    `select job_id as "jobId", sealed from job_keys where keeper = $1 and sealed is not null`,
    [keeper],
  )

async function writeTaken(
  sql: Sql,
  keys: {
    readonly own: string
    readonly taken: readonly string[]
    readonly closed: readonly string[]
  },
): Promise<void> {
  await sql.query(
    `with gone as (delete from job_keys where keeper = $1 and job_id = any($3::uuid[]))
     update job_keys set sealed = null where keeper = $1 and job_id = any($2::uuid[])`,
    [keys.own, keys.taken, keys.closed],
  )
}

async function writeHanded(sql: Sql, jobId: string, handed: readonly SealedFor[]): Promise<void> {
  await sql.query(
    `insert into job_keys select $1, u.* from unnest($2::uuid[], $3::bytea[]) u
     on conflict do nothing`,
    [jobId, handed.map(({ keeper }) => keeper), handed.map(({ sealed }) => sealed)],
  )
}

/** Processes that do not have keys of this one yet. */
const newcomersFor = (keeper: string, sql: Sql) =>
  sql.query<Keeper & { readonly jobId: string }>(
    `select k.job_id as "jobId", p.id, p.public_key as "publicKey", p.proof
     from job_keys k cross join keepers p
     where k.keeper = $1 and k.sealed is null
       and not exists (select from job_keys o where o.job_id = k.job_id and o.keeper = p.id)
     limit $2`,
    [keeper, handedAtOnce],
  )

async function jobsOf(keeper: string, sql: Sql): Promise<Set<string>> {
  const rows = await sql.query<{ jobId: string }>(
    'select job_id as "jobId" from job_keys where keeper = $1',
    [keeper],
  )
  return new Set(rows.map(({ jobId }) => jobId))
}

const unavailable = (message: string) =>
  new ServiceError('SERVICE_UNAVAILABLE', message, { retryAfterSeconds })

const notSeen = 'This process has lost touch with the database. Try again in a moment.'
const noKey =
  'This process does not have the key of this job yet, or the key is lost and the job is about to end as failed. Ask again in a moment.'
