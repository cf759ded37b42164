import type { z } from 'zod'
import type { Slots } from '#accounts/slots.ts'
import type { Credits } from '#credits/credits.ts'
import type { Usage, UsagePeriod } from '#credits/usage.ts'
import type { GivenReply } from '#kernel/reply.ts'
import type { Call } from '#kernel/call.ts'
import { readCursor, writeCursor, type ListPosition } from './cursor.ts'
import type * as contract from './contract.ts'

const tokensPerCredit = 15
const apiVersion = 'v2'

type Query<Schema extends z.ZodType> = z.output<Schema>
type Answer<Schema extends z.ZodType> = Promise<GivenReply<z.input<Schema>>>

/** Usage of a team (docs/credits.md). */
export interface TeamUse {
  creditUsage(call: Call): Answer<typeof contract.CreditUsage>
  creditHistory(
    query: Query<typeof contract.CreditHistoryQuery>,
    call: Call,
  ): Answer<typeof contract.CreditHistory>
  tokenUsage(call: Call): Answer<typeof contract.TokenUsage>
  tokenHistory(
    query: Query<typeof contract.TokenHistoryQuery>,
    call: Call,
  ): Answer<typeof contract.TokenHistory>
  queueStatus(call: Call): Answer<typeof contract.QueueStatus>
  concurrency(call: Call): Answer<typeof contract.Concurrency>
  /** Fails with `BAD_REQUEST` for an invalid cursor. */
  activity(
    query: Query<typeof contract.TeamActivityQuery>,
    call: Call,
  ): Answer<typeof contract.TeamActivity>
}

interface ActivityRow extends ListPosition {
  readonly endpoint: string
  readonly target: string | null
}

/** The modules that are queried. */
export interface TeamParts {
  readonly credits: Pick<Credits, 'balance'>
  readonly slots: Pick<Slots, 'usage'>
  readonly jobs: {
    /** Number of waiting pages of crawls and batches. */
    pagesWaiting(teamId: string): Promise<number>
  }
  readonly usage: Pick<Usage, 'current' | 'historical' | 'recent'>
  readonly activity: {
    /** Newest first, of the last 24 hours. */
    list(question: {
      readonly teamId: string
      readonly endpoint: string | undefined
      readonly after: ListPosition | undefined
      readonly limit: number
    }): Promise<readonly ActivityRow[]>
    mostRecentSuccess(teamId: string): Promise<Date | null>
  }
}

/** Queries the ledger, the slots and the activity log of one team. */
export function createTeam({ credits, slots, jobs, usage, activity }: TeamParts): TeamUse {
  async function left({ account }: Call) {
    const [remaining, period] = await Promise.all([
      credits.balance(account.teamId),
      usage.current(account.teamId),
    ])
    const billing = { billingPeriodStart: period.startDate, billingPeriodEnd: period.endDate }
    return { remaining, planned: account.plan.creditsPerPeriod, billing }
  }

  return {
    async creditUsage(call) {
      const { remaining, planned, billing } = await left(call)
      return {
        success: true,
        data: { remainingCredits: remaining, planCredits: planned, ...billing },
      }
    },
    async tokenUsage(call) {
      const { remaining, planned, billing } = await left(call)
      const [remainingTokens, planTokens] = [remaining * tokensPerCredit, planned * tokensPerCredit]
      return { success: true, data: { remainingTokens, planTokens, ...billing } }
    },
    async creditHistory({ byApiKey, timeRange }, { account }) {
      if (!timeRange) {
        const rows = await usage.historical(account.teamId, byApiKey)
        return { success: true, periods: rows.map(inCredits) }
      }
      const { periods, ...bins } = await usage.recent(account.teamId, timeRange)
      const window = { timeRange, ...bins }
      return { success: true, window, periods: periods.map(inCredits) }
    },
    async tokenHistory({ byApiKey }, { account }) {
      const rows = await usage.historical(account.teamId, byApiKey)
      return { success: true, periods: rows.map(inTokens) }
    },
    queueStatus: (call) => describeQueue({ slots, jobs, activity }, call),
    async concurrency({ account }) {
      const { active } = await slots.usage(account.teamId)
      return { success: true, concurrency: active, maxConcurrency: account.plan.concurrencyMax }
    },
    activity: (query, call) => listActivity(activity, query, call),
  }
}

async function describeQueue(
  { slots, jobs, activity }: Pick<TeamParts, 'slots' | 'jobs' | 'activity'>,
  { account }: Call,
): Answer<typeof contract.QueueStatus> {
  const [{ active, waiting: requests }, pages, mostRecent] = await Promise.all([
    slots.usage(account.teamId),
    jobs.pagesWaiting(account.teamId),
    activity.mostRecentSuccess(account.teamId),
  ])
  const waiting = requests + pages
  return {
    success: true,
    jobsInQueue: active + waiting,
    activeJobsInQueue: active,
    waitingJobsInQueue: waiting,
    maxConcurrency: account.plan.concurrencyMax,
    mostRecentSuccess: mostRecent,
  }
}

async function listActivity(
  activity: TeamParts['activity'],
  { endpoint, limit, cursor }: Query<typeof contract.TeamActivityQuery>,
  { account }: Call,
): Answer<typeof contract.TeamActivity> {
  const after = readCursor(cursor)
  const rows = await activity.list({ teamId: account.teamId, endpoint, after, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const hasMore = rows.length > limit
  return {
    success: true,
    data: shown.map(({ id, endpoint, createdAt, target }) => ({
      id,
      endpoint,
      api_version: apiVersion,
      created_at: createdAt,
      target,
    })),
    cursor: hasMore && last ? writeCursor(last) : null,
    has_more: hasMore,
  }
}

const inCredits = (row: UsagePeriod) => ({
  ...described(row),
  creditsUsed: row.creditsUsed,
  totalCredits: row.creditsUsed,
})

const inTokens = (row: UsagePeriod) => ({
  ...described(row),
  tokensUsed: row.creditsUsed * tokensPerCredit,
  totalTokens: row.creditsUsed * tokensPerCredit,
})

const described = ({ startDate, endDate, apiKey }: UsagePeriod) => ({
  startDate,
  endDate,
  ...(apiKey !== undefined && { apiKey }),
})
