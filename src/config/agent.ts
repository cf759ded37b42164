import { z } from 'zod'
import { setting } from './setting.ts'

const count = (min: number, max: number) => z.coerce.number().int().min(min).max(max)

export const agentSettings = {
  runsMax: setting(
    'WEIR_AGENT_RUNS_MAX',
    count(1, 256)
      .default(8)
      .describe(
        'Runs of the agent and extractions that one process works on concurrently for one team, which has at most 16 in work. A quarter more, at least one, is reserved for other teams.',
      ),
  ),
  tokensPerCredit: setting(
    'WEIR_AGENT_TOKENS_PER_CREDIT',
    count(1, 1_000_000)
      .default(1_000)
      .describe('Tokens of the language model that cost a run of the agent one credit.'),
  ),
  freeRunsPerDay: setting(
    'WEIR_AGENT_FREE_RUNS_PER_DAY',
    count(0, 1_000)
      .default(5)
      .describe(
        'Runs of the agent that are free for each team on each day (UTC). Runs with `maxCredits` above 2500 are never free.',
      ),
  ),
  unbilledPagesPerDay: setting(
    'WEIR_AGENT_UNBILLED_PAGES_PER_DAY',
    count(1, 1_000_000_000)
      .default(10_000)
      .describe(
        'Pages that runs of the agent and extractions of a team may read on a day (UTC) without being charged: those that fail, are cancelled or reach their limit, and those in work. A page counts as its price in credits. Then new runs get 429.',
      ),
  ),
  unbilledTokensPerDay: setting(
    'WEIR_AGENT_UNBILLED_TOKENS_PER_DAY',
    count(1, 1_000_000_000_000)
      .default(10_000_000)
      .describe('Tokens of the language model that the same runs may use on a day.'),
  ),
  threads: setting(
    'WEIR_AGENT_THREADS',
    z
      .enum(['on', 'off'])
      .default('on')
      .describe('Whether runs of the agent can continue earlier ones; `off` refuses `threadId`.'),
  ),
}
