import { ServiceError } from '#kernel/errors.ts'
import { asyncCommit, type Database } from '#storage/database.ts'
import type { ModelUsage } from '#kernel/caller.ts'

/** Tokens since the process started. */
export interface TokenTotals {
  readonly input: number
  readonly output: number
  readonly calls: number
}

/** What calls of the model cost: totals for metrics, sums per team and month, and their limit. */
export interface Spend {
  /** Throws `INSUFFICIENT_CREDITS` when the team has used its tokens of this month. */
  check(teamId: string): Promise<void>
  /** Counts a call that was answered. */
  record(teamId: string, usage: ModelUsage | undefined): Promise<void>
  totals(): TokenTotals
}

interface SpendDeps {
  /** Absent for calls that belong to no team, such as those of `weir doctor`. */
  readonly database?: Database
  /** Per team and month; 0 means no limit. */
  readonly monthlyTokens: number
}

const thisMonth = `date_trunc('month', now() at time zone 'utc')::date`

export function createSpend({ database, monthlyTokens }: SpendDeps): Spend {
  let [input, output, calls] = [0, 0, 0]
  return {
    async check(teamId) {
      if (monthlyTokens === 0 || !database) return
      const [row] = await database.query<{ tokens: number }>(
        `select (input_tokens + output_tokens)::float8 as tokens from model_usage
         where team_id = $1 and month = ${thisMonth}`,
        [teamId],
      )
      if ((row?.tokens ?? 0) < monthlyTokens) return
      throw new ServiceError(
        'INSUFFICIENT_CREDITS',
        'The team has used its language model tokens of this month. Ask the operator to raise WEIR_LLM_MONTHLY_TOKENS.',
      )
    },
    async record(teamId, usage) {
      const { inputTokens, outputTokens } = usage ?? { inputTokens: 0, outputTokens: 0 }
      input += inputTokens
      output += outputTokens
      calls += 1
      await database?.query(
        `insert into model_usage as u (team_id, month, input_tokens, output_tokens, calls)
         values ($1, ${thisMonth}, $2, $3, 1)
         on conflict (team_id, month) do update
         set input_tokens = u.input_tokens + excluded.input_tokens,
             output_tokens = u.output_tokens + excluded.output_tokens,
             calls = u.calls + 1
         returning ${asyncCommit}`,
        [teamId, inputTokens, outputTokens],
      )
    },
    totals: () => ({ input, output, calls }),
  }
}
