import type { Credits } from '#credits/credits.ts'
import type { Bell } from '#kernel/bell.ts'
import type { Jobs, NewPage } from '#jobs/jobs.ts'
import type { Webhook } from '#delivery/webhook.ts'
import type { Call } from '#kernel/call.ts'
import type { Clock } from '#kernel/clock.ts'
import { countMax } from '#kernel/count-max.ts'
import { ServiceError } from '#kernel/errors.ts'
import { withoutUserInfo } from '#kernel/url.ts'
import type { Database, Sql } from '#storage/database.ts'

/** A job of many pages, as a request asks for it. */
export interface WantedJob {
  readonly kind: keyof typeof endpoints
  readonly url: string
  readonly request: object
  /** Credits set aside for a page before its price is known. */
  readonly pagePrice: number
  /** Zero data retention. */
  readonly leavesNoTrace: boolean
  readonly pagesMax: number
  readonly maxConcurrency: number | undefined
  readonly delayMs: number
  readonly isGathering: boolean
  readonly webhook: Webhook | undefined
  readonly pages: readonly NewPage[]
}

export interface StartJobDeps {
  readonly database: Database
  readonly jobs: Jobs
  readonly credits: Pick<Credits, 'balance'>
  readonly activity: {
    record(
      entry: {
        readonly id: string
        readonly teamId: string
        readonly keyId: string
        readonly endpoint: 'crawl' | 'batch_scrape'
        readonly target: string | null
        readonly succeeded: boolean
      },
      within?: Sql,
    ): Promise<void>
  }
  readonly clock: Clock
  readonly bell: Bell
}

/** Names of the activity list (contract section 16.3). */
const endpoints = { crawl: 'crawl', 'batch-scrape': 'batch_scrape' } as const

const lifeMs = 24 * 3_600_000

/**
 * Accepts a job: when this returns the id, nothing will lose it; but under zero data retention, the end of the last
 * process that has its key. Fails with
 * `INSUFFICIENT_CREDITS` when nothing is left.
 */
export async function startJob(deps: StartJobDeps, wanted: WantedJob, call: Call): Promise<string> {
  const { teamId, keyId } = call.account
  const id = call.operationId
  const createdAt = deps.clock.now()
  const affordable = Math.floor((await deps.credits.balance(teamId)) / wanted.pagePrice)
  if (affordable < 1) throw new ServiceError('INSUFFICIENT_CREDITS')
  await requireRoom(deps, wanted.pages.length, call)
  const pagesMax = Math.min(wanted.pagesMax, affordable, countMax)
  await deps.database.transaction(async (sql) => {
    await deps.jobs.start(sql, {
      ...wanted,
      id,
      teamId,
      keyId,
      pagesMax,
      concurrencyMax: concurrencyOf(wanted, call),
      warning: affordable < wanted.pagesMax ? clampedWarning(pagesMax) : undefined,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + lifeMs),
    })
    const entry = {
      id,
      teamId,
      keyId,
      endpoint: endpoints[wanted.kind],
      target: wanted.leavesNoTrace ? null : withoutUserInfo(wanted.url),
      succeeded: true,
    }
    await deps.activity.record(entry, sql)
  })
  deps.bell.ring()
  return id
}

const concurrencyOf = ({ maxConcurrency }: WantedJob, { account }: Call) =>
  maxConcurrency && Math.min(maxConcurrency, account.plan.concurrencyMax)

const fullQueueSeconds = 30

/** Fails with `CONCURRENCY_LIMIT_REACHED` when more pages would wait than the plan allows (contract section 17). */
export async function requireRoom(
  { jobs }: Pick<StartJobDeps, 'jobs'>,
  pages: number,
  { account }: Call,
): Promise<void> {
  const { concurrencyMax, queuedJobsMax } = account.plan
  const waiting = await jobs.pagesWaiting(account.teamId)
  if (waiting + pages <= queuedJobsMax + concurrencyMax) return
  throw new ServiceError(
    'CONCURRENCY_LIMIT_REACHED',
    `The maximum number of queued jobs (${queuedJobsMax}) of your team would be exceeded. Wait until some have finished.`,
    { retryAfterSeconds: fullQueueSeconds },
  )
}

const clampedWarning = (pages: number) =>
  `The credits left pay for ${pages} ${pages === 1 ? 'page' : 'pages'}; the limit has been lowered to that.`
