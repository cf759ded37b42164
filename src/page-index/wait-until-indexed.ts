import { setTimeout } from 'node:timers/promises'
import type { Sql } from '#storage/database.ts'
import type { PageIndex } from './page-index.ts'

const waitMsMax = 5_000
const stepMs = 100

export interface NewPages {
  readonly database: Sql
  readonly pageIndex: Pick<PageIndex, 'refresh'>
}

/**
 * Waits until the pages that the team has read so far are in the index, a few seconds and until the signal `until` at most. `nothing` when there was nothing to wait
 * for, `late` when some are still missing.
 */
export async function waitUntilIndexed(
  { database, pageIndex }: NewPages,
  {
    teamId,
    signal,
    until,
  }: { readonly teamId: string; readonly signal: AbortSignal; readonly until?: AbortSignal },
): Promise<'nothing' | 'indexed' | 'late'> {
  // Those that are read meanwhile would make a busy team wait for ever.
  const [row] = await database.query<{ last: string | null }>(
    'select max(id)::text as last from search_pending where team_id = $1',
    [teamId],
  )
  if (!row?.last) return 'nothing'
  const latest = performance.now() + waitMsMax
  for (;;) {
    await setTimeout(stepMs, undefined, { signal })
    const waiting = await database.query(
      'select from search_pending where team_id = $1 and id <= $2 limit 1',
      [teamId, row.last],
    )
    if (waiting.length === 0) break
    if (until?.aborted || performance.now() >= latest) return 'late'
  }
  await pageIndex.refresh()
  return 'indexed'
}

export const lateWarning =
  'The pages that were read last are not in the index yet. Repeat the search in a few seconds.'
