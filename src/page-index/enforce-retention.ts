import type { Clock } from '#kernel/clock.ts'
import { beforeMs, type Database } from '#storage/database.ts'
import { countedPagesMax, createFrequencies } from './frequencies.ts'
import { createWordPurge } from './spelling.ts'

/** Retention limits: maximum age of pages in days, and maximum pages per team. */
export interface IndexLimits {
  readonly daysMax: number
  readonly pagesMax: number
}

const dayMs = 86_400_000
const removedAtOnce = 5_000
const countEveryMs = 600_000

/** Deletes the oldest pages beyond the limits, and keeps the frequencies of words in step with the size of each team. */
export function createEnforceRetention({
  database,
  clock,
  budget,
}: {
  readonly database: Database
  readonly clock: Clock
  readonly budget: IndexLimits
}): { sweep(): Promise<void> } {
  const words = createWordPurge({ sql: database })
  const frequencies = createFrequencies({ database })
  let countedAt = Number.NEGATIVE_INFINITY

  async function removeOld(): Promise<void> {
    const ageMs = budget.daysMax * dayMs
    await database.query(
      `delete from search_pages where (team_id, id) in (
         select team_id, id from search_pages where read_at < ${beforeMs('$1')} limit ${removedAtOnce})`,
      [ageMs],
    )
    await database.query(
      `delete from search_links where (team_id, url_key) in (
         select team_id, url_key from search_links where updated_at < ${beforeMs('$1')} limit ${removedAtOnce})`,
      [ageMs],
    )
  }

  /** Counting is work: it is not done each time. */
  async function checkSizes(): Promise<void> {
    const now = clock.now().getTime()
    if (now - countedAt < countEveryMs) return
    countedAt = now
    const teams = await database.query<{ team: string; pages: number }>(
      `select team_id as team, coalesce(counted.pages, 0) as pages
       from (select team_id, count(*)::integer as pages from search_pages group by team_id having count(*) > $1) counted
       full join search_estimates using (team_id)`,
      [Math.min(budget.pagesMax, countedPagesMax)],
    )
    for (const { team, pages } of teams) {
      await frequencies.refresh(team, pages)
      const surplus = pages - budget.pagesMax
      if (surplus <= 0) continue
      await database.query(
        `delete from search_pages where team_id = $1 and id in (
           select id from search_pages where team_id = $1 order by read_at, id limit $2)`,
        [team, surplus],
      )
    }
  }

  return {
    async sweep() {
      await removeOld()
      await checkSizes()
      await words.purge()
    },
  }
}
