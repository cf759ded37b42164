import type { Credits } from '#credits/credits.ts'
import type { Bell } from '#jobs/bell.ts'
import type { Jobs, NewPage } from '#jobs/jobs.ts'
import type { Webhook } from '#delivery/webhook.ts'
import type { Call } from '#kernel/call.ts'
import type { Clock } from '#kernel/clock.ts'
import { ServiceError } from '#kernel/errors.ts'
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
  const pagesMax = Math.min(wanted.pagesMax, affordable)
  await deps.database.transaction(async (sql) => {
    await deps.jobs.start(sql, {
      ...wanted,
      id,
      teamId,
      keyId,
      pagesMax,
      concurrencyMax: wanted.maxConcurrency,
      warning: pagesMax < wanted.pagesMax ? clampedWarning(pagesMax) : undefined,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + lifeMs),
    })
    const entry = {
      id,
      teamId,
      keyId,
      endpoint: endpoints[wanted.kind],
      target: wanted.leavesNoTrace ? null : wanted.url,
      succeeded: true,
    }
    await deps.activity.record(entry, sql)
  })
  deps.bell.ring()
  return id
}

const clampedWarning = (pages: number) =>
  `The credits left pay for ${pages} ${pages === 1 ? 'page' : 'pages'}; the limit has been lowered to that.`
