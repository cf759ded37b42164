import { afterMs, type Sql } from '#storage/database.ts'
import type { Retry, Queue } from './queue.ts'

/** A lease of this process on an item. */
export interface Lease {
  readonly queue: string
  readonly id: string
  readonly teamId: string
  readonly lane: string
  readonly attempts: number
  /** Under zero data retention, the job it belongs to. */
  readonly keyOf: string | null
  readonly traceId: string | null
}

/** Milliseconds after which an item whose process has died is ready again. */
export const itemLeaseMs = 30_000

interface LeasesDeps {
  readonly worker: string
}

export type Leases = ReturnType<typeof createLeases>

/** Leases of one process. */
export function createLeases(deps: LeasesDeps) {
  return { ...claiming(deps), ...ending(deps) }
}

function claiming({ worker }: LeasesDeps) {
  /** The lane of each queue that was served last: the next claim begins after it. */
  const served = new Map<string, Pick<Lease, 'teamId' | 'lane'>>()
  return {
    /** Those of the queues that have an item to claim. */
    async due(sql: Sql, queues: readonly string[]): Promise<string[]> {
      const rows = await sql.query<{ name: string }>(
        `select name from unnest($1::text[]) as name
         where exists (select from queue_items where queue = name and ready_at is null)
           or exists (select from queue_items where queue = name and ready_at <= now())`,
        [queues],
      )
      return rows.map(({ name }) => name)
    },
    async claim(sql: Sql, { name, limits }: Queue, wanted: number): Promise<Lease[]> {
      const { teamId = leastId, lane = leastId } = served.get(name) ?? {}
      const rows = await sql.query<Omit<Lease, 'queue'>>(
        `select id, team_id as "teamId", lane, attempts, key_job_id as "keyOf", trace_id as "traceId"
         from claim_queue_items($1, $2, $3, $4, $5, $6, now(), ${afterMs('$7')}, $8, $9)`,
        [
          name,
          worker,
          wanted,
          limits.perTeam,
          limits.retriesPerLane,
          limits.isOrdered,
          itemLeaseMs,
          teamId,
          lane,
        ],
      )
      const last = rows.at(-1)
      if (last) served.set(name, last)
      return rows.map((row) => ({ queue: name, ...row }))
    },
    /** Renews leases; returns those that this process still has. */
    async renew(sql: Sql, leases: readonly Lease[]): Promise<Set<string>> {
      const rows = await sql.query<{ id: string }>(
        `update queue_items i set ready_at = ${afterMs('$4')}
         from unnest($1::text[], $2::uuid[]) as u (queue, id)
         where i.queue = u.queue and i.id = u.id and i.lease_owner = $3 returning i.id`,
        [leases.map(({ queue }) => queue), leases.map(({ id }) => id), worker, itemLeaseMs],
      )
      return new Set(rows.map(({ id }) => id))
    },
  }
}

function ending({ worker }: LeasesDeps) {
  const own = 'queue = $1 and id = $2 and lease_owner = $3 and attempts = $4'
  const ownValues = ({ queue, id, attempts }: Lease) => [queue, id, worker, attempts]
  return {
    /** Locks the item; false when the lease was lost. */
    async lock(sql: Sql, lease: Lease): Promise<boolean> {
      const rows = await sql.query(
        `select from queue_items where ${own} for update`,
        ownValues(lease),
      )
      return rows.length > 0
    },
    async done(sql: Sql, lease: Lease): Promise<void> {
      await sql.query(`delete from queue_items where ${own}`, ownValues(lease))
    },
    async again(
      sql: Sql,
      lease: Lease,
      { afterMs: ms, isUncounted = false }: Retry,
    ): Promise<void> {
      await sql.query(
        `update queue_items set ready_at = ${afterMs('$5')}, lease_owner = null, attempts = attempts - $6 where ${own}`,
        [...ownValues(lease), ms, isUncounted ? 1 : 0],
      )
    },
  }
}

const leastId = '00000000-0000-0000-0000-000000000000'
