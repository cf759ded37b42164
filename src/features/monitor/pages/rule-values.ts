import type { Sql } from '#storage/database.ts'
import type { RuleResult } from '#features/monitor/watch/judge-rules.ts'
import { nameRule } from '#features/monitor/watch/watch-page.ts'

/** A number that a rule watches on a page, over time. */
export interface RuleValues {
  readonly url: string
  readonly name: string
  readonly points: readonly { readonly at: string; readonly value: number }[]
}

const rowsMax = 5_000
const seriesMax = 20

/** The numbers that the rules of a monitor of the team have found, oldest first; the latest ones of many. */
export async function listRuleValues(
  database: Sql,
  { monitorId, teamId }: { readonly monitorId: string; readonly teamId: string },
): Promise<RuleValues[]> {
  const rows = await database.query<{ url: string; watched: readonly RuleResult[]; at: Date }>(
    `select p.url, p.watched, p.created_at as at from monitor_pages p
     join monitors m on m.id = p.monitor_id
     where m.id = $1 and m.team_id = $2 and m.deleted_at is null and p.watched is not null
     order by p.created_at desc limit $3`,
    [monitorId, teamId, rowsMax],
  )
  const series = new Map<
    string,
    { url: string; name: string; points: { at: string; value: number }[] }
  >()
  for (const { url, watched, at } of rows.toReversed()) {
    // Several rules may look at the same value.
    const numbers = new Map(
      watched.flatMap(({ rule, found }) =>
        typeof found === 'number' ? [[nameRule(rule), found] as const] : [],
      ),
    )
    for (const [name, value] of numbers) {
      const key = `${name} ${url}`
      const known = series.get(key) ?? { url, name, points: [] }
      if (!series.has(key) && series.size >= seriesMax) continue
      series.set(key, known)
      known.points.push({ at: at.toISOString(), value })
    }
  }
  return [...series.values()]
}
