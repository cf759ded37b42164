import type { Sql } from '#storage/database.ts'

/** Time ranges of the usage (docs/credits.md). */
type TimeRange = 'day' | 'week' | 'month'

const ranges = {
  day: { length: '24 hours', step: 'hour' },
  week: { length: '168 hours', step: 'day' },
  month: { length: '720 hours', step: 'day' },
} as const satisfies Record<TimeRange, object>

/** Credits used in a period, by all keys or by one. */
export interface UsagePeriod {
  readonly startDate: Date
  /** Null for the current period. */
  readonly endDate: Date | null
  readonly apiKey?: string | undefined
  readonly creditsUsed: number
}

type Row = Omit<UsagePeriod, 'apiKey'> & { readonly apiKey: string | null }

/** What charges are counted by: what was done, or the name of the API key. */
export type UsageGroup = 'kind' | 'key'

/** Number of charged operations of a group on a day. */
export interface DailyCount {
  readonly day: Date
  /** Null for work that no key asked for: that of people, of the console. */
  readonly group: string | null
  readonly operations: number
  readonly credits: number
}

/** Usage of a team, from the ledger; grants and plan credits are not usage. */
export interface Usage {
  /** The current billing period. */
  current(teamId: string): Promise<{ readonly startDate: Date; readonly endDate: Date | null }>
  /** Billing months, oldest first. */
  historical(teamId: string, byApiKey: boolean): Promise<UsagePeriod[]>
  /** The last day by hour, the last week or month by day. */
  recent(
    teamId: string,
    range: TimeRange,
  ): Promise<{
    readonly binSize: 'hour' | 'day'
    readonly startDate: Date
    readonly endDate: Date
    readonly periods: UsagePeriod[]
  }>
  /** Charges by day (UTC) and group of the last `days` days, oldest first. */
  daily(teamId: string, days: number, by: UsageGroup): Promise<DailyCount[]>
}

const byMonth = `
  with months as (
    select t.created_at + make_interval(months => n) as starts,
      t.created_at + make_interval(months => n + 1) as ends
    from team_created_at($1) t (created_at), generate_series(0, 1200) n
    where t.created_at + make_interval(months => n) <= now())
  select m.starts as "startDate", case when m.ends <= now() then m.ends end as "endDate",
    case when $2::boolean then k.key_name end as "apiKey", coalesce(-sum(e.amount), 0)::bigint as "creditsUsed"
  from months m
    left join credit_entries e on e.team_id = $1 and e.kind not in ('grant', 'period', 'expiry')
      and e.created_at >= m.starts and e.created_at < m.ends
    left join api_key_names() k on k.key_id = e.key_id
  group by 1, 2, 3, case when $2::boolean then e.key_id end
  order by 1, 3 nulls first, case when $2::boolean then e.key_id end`

const byStep = `
  with steps as (
    select greatest(starts, now() - $2::interval) as starts, least(starts + ('1 ' || $3)::interval, now()) as ends
    from generate_series(date_trunc($3, now() - $2::interval), now(), ('1 ' || $3)::interval) as starts
    where starts < now())
  select s.starts as "startDate", s.ends as "endDate",
    null as "apiKey", coalesce(-sum(e.amount), 0)::bigint as "creditsUsed"
  from steps s left join credit_entries e on e.team_id = $1 and e.kind not in ('grant', 'period', 'expiry')
    and e.created_at >= s.starts and e.created_at < s.ends
  group by 1, 2 order by 1`

export function createUsage({ database }: { readonly database: Sql }): Usage {
  return {
    daily: (teamId, days, by) =>
      database.query<DailyCount>(
        `select date_trunc('day', created_at, 'UTC') as day, case when $3 then k.key_name else kind end as "group",
           count(*)::int as operations, (-sum(amount))::float8 as credits
         from credit_entries e left join api_key_names() k on k.key_id = e.key_id and $3
         where team_id = $1 and amount < 0 and kind not in ('grant', 'period', 'expiry')
           and created_at >= date_trunc('day', now(), 'UTC') - make_interval(days => $2 - 1)
         group by 1, 2 order by 1, 2`,
        [teamId, days, by === 'key'],
      ),
    async current(teamId) {
      const [row] = await database.query<{ startDate: Date; endDate: Date | null }>(
        `select coalesce(b.period_start, t.created_at) as "startDate", b.period_end as "endDate"
         from team_created_at($1) t (created_at) left join credit_balances b on b.team_id = $1
         where t.created_at is not null`,
        [teamId],
      )
      return row ?? { startDate: new Date(), endDate: null }
    },
    async historical(teamId, byApiKey) {
      const rows = await database.query<Row>(byMonth, [teamId, byApiKey])
      return rows.map(toPeriod)
    },
    async recent(teamId, range) {
      const { length, step } = ranges[range]
      const rows = await database.query<Row>(byStep, [teamId, length, step])
      const periods = rows.map(toPeriod)
      const startDate = periods[0]?.startDate ?? new Date()
      const endDate = periods.at(-1)?.endDate ?? startDate
      return { binSize: step, startDate, endDate, periods }
    },
  }
}

const toPeriod = ({ apiKey, ...row }: Row): UsagePeriod => ({
  ...row,
  ...(apiKey !== null && { apiKey }),
})
