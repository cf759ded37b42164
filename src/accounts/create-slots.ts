import { ServiceError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { afterMs, asyncCommit, type Database } from '#storage/database.ts'
import type { Slot, Slots } from './slots.ts'
import { createWaitQueue, type WaitQueue } from './wait-queue.ts'

type Request = Parameters<Slots['acquire']>[0]

/** Stores slots in the database, so that processes share one limit. */
export function createSlots({ database }: { readonly database: Database }): Slots & {
  sweep(): Promise<void>
} {
  const linesByTeam = new Map<string, WaitQueue>()

  async function tryTake(request: Request, queuedMs: number): Promise<Slot | undefined> {
    const { teamId, concurrencyMax, forMs } = request
    const id = newId()
    const [row] = await database.query<{ taken: boolean }>(
      `select take_slot($1, $2, $3, ${afterMs('$4')}) as taken, ${asyncCommit}`,
      [id, teamId, concurrencyMax, forMs],
    )
    if (!row?.taken) return undefined
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
