import { countSetting, onOffSetting } from './setting.ts'

export const agentSettings = {
  runsMax: countSetting(
    'WEIR_AGENT_RUNS_MAX',
    'Runs of the agent and extractions that one process works on concurrently for one team, which has at most 16 in work. A quarter more, at least one, is reserved for other teams.',
    { min: 1, max: 256, fallback: 8 },
  ),
  tokensPerCredit: countSetting(
    'WEIR_AGENT_TOKENS_PER_CREDIT',
    'Tokens of the language model that cost a run of the agent one credit.',
    { min: 1, max: 1_000_000, fallback: 1_000 },
  ),
  freeRunsPerDay: countSetting(
    'WEIR_AGENT_FREE_RUNS_PER_DAY',
    'Runs of the agent that are free for each team on each day (UTC). Runs with `maxCredits` above 2500 are never free.',
    { min: 0, max: 1_000, fallback: 5 },
  ),
  unbilledPagesPerDay: countSetting(
    'WEIR_AGENT_UNBILLED_PAGES_PER_DAY',
    'Pages that runs of the agent and extractions of a team may read on a day (UTC) without being charged: those that fail, are cancelled or reach their limit, and those in work. A page counts as its price in credits. Then new runs get 429.',
    { min: 1, max: 1_000_000_000, fallback: 10_000 },
  ),
  unbilledTokensPerDay: countSetting(
    'WEIR_AGENT_UNBILLED_TOKENS_PER_DAY',
    'Tokens of the language model that the same runs may use on a day.',
    { min: 1, max: 1_000_000_000_000, fallback: 10_000_000 },
  ),
  threads: onOffSetting(
    'WEIR_AGENT_THREADS',
    'Whether runs of the agent can continue earlier ones; `off` refuses `threadId`.',
    'on',
  ),
}
