import { ServiceError } from '#kernel/errors.ts'
import type { Database, Sql } from '#storage/database.ts'
import type { Run } from './run.ts'

/** Pages and tokens of language models. A page counts as its list price in credits, at least one. */
export interface Work {
  readonly pages: number
  readonly tokens: number
}

/**
 * What runs of a team may use on a day (UTC, of the database) without being charged: those that failed, were cancelled or reached
 * their limit on that day, and those in work, whose end is not known yet.
 */
export interface Allowance {
  /** Fails with `UNBILLED_ALLOWANCE_USED`. */
  assertLeft(teamId: string): Promise<void>
  /**
   * Counts the work of a run in all, before it is done. False when the allowance does not suffice; the run holds the rest of the day
   * then, so that no other one begins.
   */
  hold(run: Pick<Run, 'id' | 'teamId'>, work: Work): Promise<boolean>
  /** Lowers what a run holds to what it has used, at its end. */
  settle(run: Pick<Run, 'id'>, work: Work): Promise<void>
  /** Why a run was ended. */
  readonly text: string
}

/** The runs of a team that count today. */
const counted = `team_id = $1 and state <> 'succeeded' and (pages_held > 0 or tokens_held > 0)
  and (finished_at is null or finished_at >= date_trunc('day', now(), 'UTC'))`

const sums = `coalesce(sum(pages_held), 0)::float8 as pages, coalesce(sum(tokens_held), 0)::float8 as tokens`

/** Of runs in work, which may yet be charged. */
const retryAfterSecondsMin = 60

interface AllowanceDeps {
  readonly database: Database
  readonly unbilledPagesPerDay: number
  readonly unbilledTokensPerDay: number
}

export function createAllowance({
  database,
  unbilledPagesPerDay: pagesMax,
  unbilledTokensPerDay: tokensMax,
}: AllowanceDeps): Allowance {
  const isUsed = ({ pages, tokens }: Work) => pages >= pagesMax || tokens >= tokensMax
  const text = `The runs of this team that are not charged (those that fail, are cancelled or reach their limit, and those in work) have used their ${pagesMax} pages or ${tokensMax} model tokens of today. Wait for the next day (UTC), or ask the operator to raise WEIR_AGENT_UNBILLED_PAGES_PER_DAY or WEIR_AGENT_UNBILLED_TOKENS_PER_DAY.`

  return {
    text,
    async assertLeft(teamId) {
      const [used] = await database.query<
        Work & { endedPages: number; endedTokens: number; left: number }
      >(
        `select ${sums},
           coalesce(sum(pages_held) filter (where finished_at is not null), 0)::float8 as "endedPages",
           coalesce(sum(tokens_held) filter (where finished_at is not null), 0)::float8 as "endedTokens",
           extract(epoch from date_trunc('day', now(), 'UTC') + interval '1 day' - now())::float8 as left
         from agent_runs where ${counted}`,
        [teamId],
      )
      if (!used || !isUsed(used)) return
      const isUsedByEnded = isUsed({ pages: used.endedPages, tokens: used.endedTokens })
      const retryAfterSeconds = isUsedByEnded ? used.left : retryAfterSecondsMin
      throw new ServiceError('UNBILLED_ALLOWANCE_USED', text, { retryAfterSeconds })
    },
    hold: (run, work) =>
      database.transaction(async (sql) => {
        const others = await usedByOthers(run, sql)
        const left = { pages: pagesMax - others.pages, tokens: tokensMax - others.tokens }
        const lacks = { pages: work.pages > left.pages, tokens: work.tokens > left.tokens }
        const isEnough = !lacks.pages && !lacks.tokens
        const rest = {
          pages: lacks.pages ? left.pages : 0,
          tokens: lacks.tokens ? left.tokens : 0,
        }
        await write(run, isEnough ? work : rest, sql)
        return isEnough
      }),
    async settle({ id }, { pages, tokens }) {
      await database.query(
        `update agent_runs set pages_held = least(pages_held, $2::integer), tokens_held = least(tokens_held, $3::bigint)
         where id = $1 and state = 'processing'`,
        [id, Math.ceil(pages), Math.ceil(tokens)],
      )
    },
  }
}

/** What the other runs of the team have used; until the transaction ends, none of them uses more. */
async function usedByOthers({ id, teamId }: Pick<Run, 'id' | 'teamId'>, sql: Sql): Promise<Work> {
  await sql.query(`select pg_advisory_xact_lock(hashtextextended('unbilled runs ' || $1, 0))`, [
    teamId,
  ])
  const [used] = await sql.query<Work>(
    `select ${sums} from agent_runs where ${counted} and id <> $2`,
    [teamId, id],
  )
  return used ?? { pages: 0, tokens: 0 }
}

/** Never lowers what a run holds. */
const write = ({ id }: Pick<Run, 'id'>, { pages, tokens }: Work, sql: Sql) =>
  sql.query(
    `update agent_runs set pages_held = greatest(pages_held, $2::integer), tokens_held = greatest(tokens_held, $3::bigint)
     where id = $1`,
    [id, Math.ceil(pages), Math.ceil(tokens)],
  )
