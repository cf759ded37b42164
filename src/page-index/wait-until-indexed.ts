import { setTimeout } from 'node:timers/promises'
import type { Sql } from '#storage/database.ts'

const waitMsMax = 5_000
const stepMs = 100

/** Waits until the pages that the team has read are in the index, a few seconds at most. */
export async function waitUntilIndexed(
  sql: Sql,
  teamId: string,
  signal: AbortSignal,
): Promise<void> {
  const until = performance.now() + waitMsMax
  for (;;) {
    const waiting = await sql.query('select from search_pending where team_id = $1 limit 1', [
      teamId,
    ])
    if (waiting.length === 0 || performance.now() >= until) return
    await setTimeout(stepMs, undefined, { signal })
  }
}
