import { ServiceError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { afterMs, asyncCommit, type Database, type Sql } from '#storage/database.ts'
import type { Slot, Slots } from './slots.ts'
import { createWaitQueue, type WaitQueue } from './wait-queue.ts'

type Request = Parameters<Slots['acquire']>[0]

/** Stores slots in the database, so that processes share one limit. */
export function createSlots({ database }: { readonly database: Database }): Slots & {
  sweep(): Promise<void>
} {
  const linesByTeam = new Map<string, WaitQueue>()

  async function tryTake(request: Request, queuedMs: number): Promise<Slot | undefined> {
    const { teamId } = request
    const id = newId()
    if (!(await take(database, id, request))) return undefined
    let isReleased = false
    return {
      queuedMs,
      async release(within) {
        await within.query('delete from slots where id = $1', [id])
      },
      released: () => (isReleased = true),
      async [Symbol.asyncDispose]() {
        if (!isReleased)
          await database.query(`delete from slots where id = $1 returning ${asyncCommit}`, [id])
        linesByTeam.get(teamId)?.wakeFirst()
      },
    }
  }

  return {
    async acquire(request) {
      const { teamId, queuedMax, waitMs, signal } = request
      signal.throwIfAborted()
      const slot = linesByTeam.has(teamId) ? undefined : await tryTake(request, 0)
      if (slot) return slot
      const line = linesByTeam.get(teamId) ?? createWaitQueue()
      if (line.length() >= queuedMax) {
        throw new ServiceError('CONCURRENCY_LIMIT_REACHED', undefined, { retryAfterSeconds: 1 })
      }
      linesByTeam.set(teamId, line)
      try {
        const take = (waitedMs: number) => tryTake(request, Math.max(1, waitedMs))
        return await line.wait({ tryTake: take, waitMs, signal })
      } finally {
        if (line.length() === 0) linesByTeam.delete(teamId)
      }
    },
    async usage(teamId) {
      const [row] = await database.query<{ active: number }>(
        'select count(*) as active from slots where team_id = $1 and expires_at > now()',
        [teamId],
      )
      return { active: row?.active ?? 0, waiting: linesByTeam.get(teamId)?.length() ?? 0 }
    },
    async sweep() {
      await database.query('delete from slots where expires_at <= now()', [])
      await database.query('delete from slot_waits where expires_at <= now()', [])
    },
  }
}

/** Takes the slot, and reserves credits where that is asked. */
async function take(
  sql: Sql,
  id: string,
  { teamId, concurrencyMax, forMs, reserving }: Request,
): Promise<boolean> {
  const values = [id, teamId, concurrencyMax, forMs]
  if (!reserving) {
    const [row] = await sql.query<{ taken: boolean }>(
      `select take_slot($1, $2, $3, ${afterMs('$4')}) as taken, ${asyncCommit}`,
      values,
    )
    return row?.taken === true
  }
  const { operationId, amount, forMs: reservedMs } = reserving
  const [row] = await sql.query<{ outcome: 'admitted' | 'no slot' | 'no credits' }>(
    `select admit_operation($1, $2, $3, ${afterMs('$4')}, $5, $6, ${afterMs('$7')}) as outcome, ${asyncCommit}`,
    [...values, operationId, amount, reservedMs],
  )
  if (row?.outcome === 'no credits') throw new ServiceError('INSUFFICIENT_CREDITS')
  return row?.outcome === 'admitted'
}
