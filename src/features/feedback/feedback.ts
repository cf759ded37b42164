import type { Activity } from '#accounts/activity.ts'
import type { Credits } from '#credits/credits.ts'
import type { Call } from '#kernel/call.ts'
import type { Clock } from '#kernel/clock.ts'
import { ServiceError, type ErrorCode } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { Database, Sql } from '#storage/database.ts'
import type { Seal } from '#storage/seal.ts'
import type { FeedbackReply, ratedEndpoints } from './contract.ts'

type RatedEndpoint = (typeof ratedEndpoints)[number]

/** A rating of an operation. */
interface Rated {
  readonly endpoint: RatedEndpoint
  readonly jobId: string
  readonly rating: string
  /** All of what was said. */
  readonly body: object
}

/**
 * Stores a rating and gives back a credit for the first one of an operation (docs/api/search.md), never more than it cost.
 * Throws `NOT_FOUND` for an operation that is none of the team, `CONFLICT` for one that failed or is too old.
 */
export type RateResult = (rated: Rated, call: Call) => Promise<FeedbackReply>

/** Stores what was said about the tools of data providers; nothing is given back for it. Throws `RATE_LIMIT_EXCEEDED`. */
export type KeepFeedback = (
  said: { readonly endpoint: string; readonly rating: string },
  call: Call,
) => Promise<FeedbackReply>

export interface FeedbackDeps {
  readonly database: Database
  readonly clock: Clock
  readonly seal: Seal
  readonly credits: Pick<Credits, 'charged' | 'refund'>
  readonly activity: Pick<Activity, 'find'>
  /** When the team made a search. */
  readonly searchedAt: (id: string, teamId: string) => Promise<Date | undefined>
  readonly ratedDays: number
  readonly refundsPerDay: number
}

const noFeedbackId = '00000000-0000-0000-0000-000000000000'
const refund = 1
const dayMs = 86_400_000
/** Feedback of a team on a day that rates no operation. */
const keptPerDay = 100

export function createRateResult(deps: FeedbackDeps): RateResult {
  return async function rate(rated, call) {
    const { account } = call
    const zeroDataRetention = await check(deps, rated, account.teamId)
    if (zeroDataRetention || account.zeroDataRetention === 'forced') {
      return { success: true, feedbackId: noFeedbackId, creditsRefunded: 0 }
    }
    return deps.database.transaction((sql) => store({ deps, sql }, rated, call))
  }
}

export function createKeepFeedback(deps: FeedbackDeps): KeepFeedback {
  return async function keep(said, { account }) {
    const { teamId } = account
    const refunded = await sumRefunds(deps.database, teamId)
    const reply = {
      success: true as const,
      creditsRefunded: 0,
      creditsRefundedToday: refunded,
      dailyRefundCap: deps.refundsPerDay,
    }
    if (account.zeroDataRetention === 'forced') return { ...reply, feedbackId: noFeedbackId }
    const id = newId()
    const rows = await deps.database.query(
      `insert into feedback (id, team_id, job_id, endpoint, rating, sealed, credits_refunded, created_at)
       select $1, $2, $1, $3, $4, $5, 0, now()
       where $6 > (select count(*) from feedback where team_id = $2 and endpoint = $3 and ${today}) returning id`,
      [id, teamId, said.endpoint, said.rating, deps.seal.seal(said), keptPerDay],
    )
    if (rows.length === 0) throw new ServiceError('RATE_LIMIT_EXCEEDED', tooMuch)
    return { ...reply, feedbackId: id }
  }
}

/** Checks that an operation can be rated. Returns true if it ran under zero data retention: its rating is not stored. */
async function check(
  deps: FeedbackDeps,
  { endpoint, jobId }: Rated,
  teamId: string,
): Promise<boolean> {
  const { clock } = deps
  const entry = await deps.activity.find(jobId, teamId)
  const isOf = entry?.endpoint === endpoint
  const searchedAt = endpoint === 'search' ? await deps.searchedAt(jobId, teamId) : undefined
  if (!isOf && !searchedAt) throw refusal('NOT_FOUND', notFound(endpoint))
  if (isOf && entry.zeroDataRetention) return true
  if (isOf && !entry.succeeded) throw refusal('CONFLICT', failed(endpoint))
  const at = searchedAt ?? (isOf ? entry.createdAt : clock.now())
  if (clock.now().getTime() - at.getTime() > deps.ratedDays * dayMs) {
    throw refusal('CONFLICT', expired)
  }
  return false
}

async function store(
  { deps, sql }: { readonly deps: FeedbackDeps; readonly sql: Sql },
  rated: Rated,
  call: Call,
): Promise<FeedbackReply> {
  const { seal } = deps
  const { teamId, principal } = call.account
  const { endpoint, jobId, rating, body } = rated
  // One rating of a team at a time: the sum of the day must not change before it counts.
  await sql.query(`select pg_advisory_xact_lock(hashtextextended('feedback:' || $1::text, 0))`, [
    teamId,
  ])
  const [known] = await sql.query<{ id: string }>(
    'select id from feedback where team_id = $1 and job_id = $2',
    [teamId, jobId],
  )
  if (known) {
    return { success: true, feedbackId: known.id, creditsRefunded: 0, alreadySubmitted: true }
  }
  const refundedBefore = await sumRefunds(sql, teamId)
  const isCapped = refundedBefore + refund > deps.refundsPerDay
  const charged = await deps.credits.charged(teamId, jobId, sql)
  const amount = isCapped ? 0 : Math.min(refund, charged)
  const id = newId()
  await sql.query(
    `insert into feedback (id, team_id, job_id, endpoint, rating, sealed, credits_refunded, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, now())`,
    [id, teamId, jobId, endpoint, rating, seal.seal(body), amount],
  )
  if (amount > 0) {
    await deps.credits.refund(
      { teamId, principal, operationId: jobId, kind: 'feedback', amount },
      sql,
    )
  }
  return {
    success: true,
    feedbackId: id,
    creditsRefunded: amount,
    ...(isCapped && { dailyCapReached: true, warning: capped }),
    creditsRefundedToday: refundedBefore + amount,
    dailyRefundCap: deps.refundsPerDay,
  }
}

const today = `created_at >= date_trunc('day', now(), 'UTC')`
const tooMuch = `A team can give feedback on data providers ${keptPerDay} times a day.`
const capped = 'The daily refund cap of your team is reached. The feedback is stored.'

async function sumRefunds(sql: Pick<Sql, 'query'>, teamId: string): Promise<number> {
  const [day] = await sql.query<{ refunded: number }>(
    `select coalesce(sum(credits_refunded), 0)::integer as refunded from feedback
     where team_id = $1 and ${today}`,
    [teamId],
  )
  return day?.refunded ?? 0
}

interface Reason {
  readonly code: string
  readonly text: string
}

const notFound = (endpoint: RatedEndpoint): Reason => ({
  code: endpoint === 'search' ? 'SEARCH_NOT_FOUND' : 'JOB_NOT_FOUND',
  text: `${endpoint} job not found for this team.`,
})
const failed = (endpoint: RatedEndpoint): Reason => ({
  code: 'SEARCH_FAILED',
  text: `This ${endpoint} did not succeed, so it cannot be rated.`,
})
const expired: Reason = {
  code: 'FEEDBACK_WINDOW_EXPIRED',
  text: 'This result is too old to be rated.',
}

const refusal = (code: ErrorCode, reason: Reason) =>
  new ServiceError(code, reason.text, { facts: { feedbackErrorCode: reason.code } })
