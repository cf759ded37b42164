import type { Sql } from '#storage/database.ts'
import type { ThreatRule } from './decision.ts'

/** How many URLs were refused, by team and rule; the URLs are not stored. */
export interface BlockCounts {
  add(teamId: string, rule: ThreatRule, count: number): void
  /** Of the last 24 hours, most first. What other processes have counted in the last seconds is missing. */
  read(teamId: string): Promise<readonly RuleCount[]>
  /** Stores what was counted. */
  flush(): Promise<void>
  sweep(): Promise<void>
}

interface RuleCount {
  readonly rule: ThreatRule
  readonly count: number
}

/** Start of the first of the 24 hours that are shown. */
const firstShown = `date_trunc('hour', now(), 'UTC') - interval '23 hours'`

interface Count extends RuleCount {
  readonly teamId: string
}

export function createBlockCounts({ database }: { readonly database: Sql }): BlockCounts {
  let counted = new Map<string, Count>()

  function add(teamId: string, rule: ThreatRule, count: number): void {
    const key = `${teamId} ${rule}`
    const before = counted.get(key)?.count ?? 0
    counted.set(key, { teamId, rule, count: before + count })
  }

  async function flush(): Promise<void> {
    if (counted.size === 0) return
    // In this order in all processes, so that none waits for another one that waits for it.
    const rows = [...counted].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
    counted = new Map()
    try {
      await database.query(
        `insert into threat_blocks (team_id, hour, rule, count)
         select team_id, date_trunc('hour', now(), 'UTC'), rule, count
         from unnest($1::uuid[], $2::text[], $3::bigint[]) as u (team_id, rule, count)
         on conflict (team_id, hour, rule) do update set count = threat_blocks.count + excluded.count`,
        [
          rows.map(({ teamId }) => teamId),
          rows.map(({ rule }) => rule),
          rows.map(({ count }) => count),
        ],
      )
    } catch (error) {
      for (const { teamId, rule, count } of rows) add(teamId, rule, count)
      throw error
    }
  }

  return {
    add,
    flush,
    async read(teamId) {
      await flush()
      return database.query<RuleCount>(
        `select rule, sum(count)::double precision as count from threat_blocks
         where team_id = $1 and hour >= ${firstShown} group by rule order by 2 desc, 1`,
        [teamId],
      )
    },
    async sweep() {
      await database.query(`delete from threat_blocks where hour < ${firstShown}`, [])
    },
  }
}
