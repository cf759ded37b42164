import type { ZeroDataRetention } from '#kernel/account.ts'
import type { Sql } from '#storage/database.ts'

/** Limits of a team for background work; requests have them in their account. */
export interface TeamLimits {
  readonly zeroDataRetention: ZeroDataRetention
  readonly concurrencyMax: number
  readonly queuedJobsMax: number
  /** Days that results of jobs are stored. */
  readonly resultDays: number
}

/** Reads the current limits of a team; undefined for an unknown team. */
export async function readTeamLimits(teamId: string, sql: Sql): Promise<TeamLimits | undefined> {
  const [limits] = await sql.query<TeamLimits>(
    `select t.zero_data_retention as "zeroDataRetention", p.concurrency_max as "concurrencyMax",
       p.queued_jobs_max as "queuedJobsMax", t.result_days as "resultDays"
     from teams t join plans p on p.name = t.plan where t.id = $1`,
    [teamId],
  )
  return limits
}
