import type { Clock } from '#kernel/clock.ts'
import { createMemory } from '#kernel/memory.ts'
import type { Sql } from '#storage/database.ts'
import { countedPagesMax, languagesMax } from './frequencies.ts'

/** What a search must know of a team's pages; exact enough for a minute. */
export interface TeamFacts {
  readonly size: number
  /** The most frequent languages. */
  readonly languages: readonly string[]
}

const goodForMs = 60_000
const teamsMax = 1_000

export function createTeamFacts({ sql, clock }: { readonly sql: Sql; readonly clock: Clock }) {
  const known = createMemory<TeamFacts>({ sizeMax: teamsMax, lifeMs: goodForMs, clock })
  return {
    async of(teamId: string): Promise<TeamFacts> {
      const kept = known.get(teamId)
      if (kept) return kept
      const facts = await readFacts(sql, teamId)
      // That there is none would hide the first page.
      if (facts.size > 0) known.set(teamId, facts)
      return facts
    },
  }
}

/** The languages of a large team are estimated with the frequencies of its words. */
async function readFacts(sql: Sql, teamId: string): Promise<TeamFacts> {
  const [row] = await sql.query<{ size: number; languages: string[] }>(
    `select (select count(*) from search_pages where team_id = $1)::integer as size, coalesce(
       (select languages from search_estimates where team_id = $1),
       array(select language from (
         select language from search_pages where team_id = $1 order by id desc limit ${countedPagesMax}) latest
       where language is not null group by language order by count(*) desc, language limit ${languagesMax})) as languages`,
    [teamId],
  )
  return row ?? { size: 0, languages: [] }
}
