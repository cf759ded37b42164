import { randomBytes } from 'node:crypto'
import { ServiceError } from '#kernel/errors.ts'
import type { Database, Sql } from './database.ts'
import type { Node, Nodes, SealedFor } from './nodes.ts'

/**
 * Keys of jobs under zero data retention. They exist only in the memory of running processes, which pass them to each
 * other encrypted. A key is lost when the last process that has it ends.
 */
export interface KeyRing {
  /** Makes the key of a job. Call it in the transaction that accepts the job. */
  add(sql: Sql, jobId: string): Promise<Buffer>
  /** Returns the key of a job. Fails with `SERVICE_UNAVAILABLE` when this process does not have it. */
  loadKey(jobId: string, sql?: Sql): Promise<Buffer>
  /** Sends the heartbeat, takes and passes on keys, forgets keys of deleted jobs. Call it every few seconds. */
  tick(): Promise<void>
  /** Forgets all keys and removes this process from the nodes. */
  leave(): Promise<void>
}

interface KeyRingDeps {
  readonly database: Database
  readonly nodes: Nodes
}

const keyBytes = 32
/** Longer than a transaction that accepts a job takes. */
const newMs = 120_000
const handedAtOnce = 1_000
const retryAfterSeconds = 2

export function createKeyRing({ database, nodes }: KeyRingDeps): KeyRing {
  const { own } = nodes
  const held = new Map<string, { readonly key: Buffer; readonly heldSince: number }>()
  const hold = (jobId: string, key: Buffer) => held.set(jobId, { key, heldSince: Date.now() })

  /** Keeps a key in memory before its row says so. Deletes rows that cannot be opened, so that the key is passed again. */
  async function take(sql: Sql): Promise<void> {
    const taken: string[] = []
    const closed: string[] = []
    for (const { jobId, sealed } of await handedTo(own, sql)) {
      const key = nodes.open(sealed, makeContext(jobId, own))
      if (key) hold(jobId, key)
      const list = key ? taken : closed
      list.push(jobId)
    }
    if (taken.length + closed.length > 0) await writeTaken(sql, { own, taken, closed })
  }

  async function hand(sql: Sql, jobId: string, others: readonly Node[]): Promise<void> {
    const key = held.get(jobId)?.key
    if (!key) return
    const handed = others
      .filter(({ id }) => id !== own)
      .flatMap((other) => nodes.sealFor(other, key, makeContext(jobId, other.id)) ?? [])
    await writeHanded(sql, jobId, handed)
  }

  return {
    async add(sql, jobId) {
      const key = randomBytes(keyBytes)
      hold(jobId, key)
      const all = await nodes.all(sql)
      // Without a heartbeat for a while this process counts as dead; the next heartbeat registers it again.
      if (!all.some(({ id }) => id === own)) throw unavailable(notSeen)
      await sql.query('insert into job_keys values ($1, $2, null)', [jobId, own])
      await hand(sql, jobId, all)
      return key
    },
    async loadKey(jobId, sql = database) {
      if (!held.has(jobId)) await take(sql)
      const key = held.get(jobId)?.key
      if (key) return key
      throw unavailable(noKey)
    },
    async tick() {
      const isTimeToForget = await nodes.heartbeat()
      await take(database)
      if (held.size === 0) return
      for (const { jobId, ...newcomer } of await newcomersFor(own, database)) {
        await hand(database, jobId, [newcomer])
      }
      if (!isTimeToForget) return
      const known = await loadJobs(own, database)
      const late = Date.now() - newMs
      for (const [jobId, { heldSince }] of held) {
        if (!known.has(jobId) && heldSince < late) held.delete(jobId)
      }
    },
    async leave() {
      held.clear()
      await nodes.leave()
    },
  }
}

const makeContext = (jobId: string, node: string) => `key of job ${jobId} for ${node}`

const handedTo = (node: string, sql: Sql) =>
  sql.query<{ jobId: string; sealed: Buffer }>(
    `select job_id as "jobId", sealed from job_keys where node_id = $1 and sealed is not null`,
    [node],
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
    `with gone as (delete from job_keys where node_id = $1 and job_id = any($3::uuid[]))
     update job_keys set sealed = null where node_id = $1 and job_id = any($2::uuid[])`,
    [keys.own, keys.taken, keys.closed],
  )
}

async function writeHanded(sql: Sql, jobId: string, handed: readonly SealedFor[]): Promise<void> {
  await sql.query(
    `insert into job_keys select $1, u.* from unnest($2::uuid[], $3::bytea[]) u
     on conflict do nothing`,
    [jobId, handed.map(({ node }) => node), handed.map(({ sealed }) => sealed)],
  )
}

/** Nodes that do not have all keys of this node yet, with the jobs of the missing keys. */
const newcomersFor = (node: string, sql: Sql) =>
  sql.query<Node & { readonly jobId: string }>(
    `select k.job_id as "jobId", p.id, p.public_key as "publicKey", p.proof
     from job_keys k cross join nodes p
     where k.node_id = $1 and k.sealed is null
       and not exists (select from job_keys o where o.job_id = k.job_id and o.node_id = p.id)
     limit $2`,
    [node, handedAtOnce],
  )

async function loadJobs(node: string, sql: Sql): Promise<Set<string>> {
  const rows = await sql.query<{ jobId: string }>(
    'select job_id as "jobId" from job_keys where node_id = $1',
    [node],
  )
  return new Set(rows.map(({ jobId }) => jobId))
}

const unavailable = (message: string) =>
  new ServiceError('SERVICE_UNAVAILABLE', message, { retryAfterSeconds })

const notSeen = 'This process has lost its connection to the database. Try again in a few seconds.'
const noKey =
  'This process does not have the key of this job yet, or the key is lost and the job is about to fail. Try again in a few seconds.'
