import { readTeamLimits } from '#accounts/team-limits.ts'
import type { Credits } from '#credits/credits.ts'
import type { Notifier } from '#queue/notifier.ts'
import type { JobTypeProperties } from '#jobs/job-types.ts'
import type { Jobs, NewPage } from '#jobs/job.ts'
import { queueCapacity, queueFull } from '#jobs/queue-capacity.ts'
import type { Webhook } from '#delivery/webhook.ts'
import type { Call } from '#kernel/call.ts'
import { countMax } from '#kernel/count-max.ts'
import { ServiceError } from '#kernel/errors.ts'
import { withoutUserInfo } from '#kernel/url.ts'
import type { Operation, RunOperation } from '#operations/operation.ts'

/** The job that a request asks for. */
export interface WantedJob {
  readonly type: JobTypeProperties
  readonly url: string
  readonly request: object
  /** Credits reserved for a page before its price is known. */
  readonly pagePrice: number
  readonly zeroDataRetention: boolean
  readonly pagesMax: number
  readonly maxConcurrency: number | undefined
  readonly delayMs: number
  readonly isDiscovering: boolean
  readonly webhook: Webhook | undefined
  readonly pages: readonly NewPage[]
}

export interface StartJobDeps {
  readonly runOperation: RunOperation
  readonly jobs: Jobs
  readonly credits: Pick<Credits, 'balance'>
  readonly notifier: Notifier
}

const dayMs = 24 * 3_600_000
/** Time limit for accepting the job; its pages have their own timeouts. */
const acceptMsMax = 60_000

/**
 * Accepts a job and returns its id. An accepted job survives the end of any process; under zero data retention, it ends
 * with the last process that has its key. Throws `INSUFFICIENT_CREDITS` when not even one page can be paid, and
 * `CONCURRENCY_LIMIT_REACHED` when too many pages of the team wait.
 */
export async function startJob(deps: StartJobDeps, wanted: WantedJob, call: Call): Promise<string> {
  const affordable = Math.floor(
    (await deps.credits.balance(call.account.teamId)) / wanted.pagePrice,
  )
  if (affordable < 1) throw new ServiceError('INSUFFICIENT_CREDITS')
  await requireQueueCapacity(deps, wanted.pages.length, call)
  const id = await deps.runOperation(acceptOperation(deps, wanted.type, affordable), wanted, call)
  deps.notifier.notify()
  return id
}

/** Accepting is free; the worker reserves and charges page by page. */
function acceptOperation(
  { jobs }: StartJobDeps,
  type: JobTypeProperties,
  affordable: number,
): Operation<WantedJob, string> {
  return {
    endpoint: type.publicName,
    chargeKind: type.kind,
    needsSlot: false,
    timeoutMs: () => acceptMsMax,
    zeroDataRetention: ({ zeroDataRetention }) => zeroDataRetention,
    target: ({ url }) => withoutUserInfo(url),
    reservation: () => 0,
    async run(wanted, { id, call }) {
      const { teamId, principal } = call.account
      const pagesMax = Math.min(wanted.pagesMax, affordable, countMax)
      const job = {
        ...wanted,
        kind: type.kind,
        id,
        teamId,
        principal,
        pagesMax,
        concurrencyMax: limitConcurrency(wanted, call),
        warning: affordable < wanted.pagesMax ? clampedWarning(pagesMax) : undefined,
      }
      return {
        result: id,
        credits: 0,
        async extraWrites(sql) {
          const days = (await readTeamLimits(teamId, sql))?.resultDays ?? 1
          const lifeMs = (job.zeroDataRetention ? 1 : days) * dayMs
          await jobs.start(sql, { ...job, lifeMs })
        },
      }
    },
  }
}

const limitConcurrency = ({ maxConcurrency }: WantedJob, { account }: Call) =>
  maxConcurrency && Math.min(maxConcurrency, account.plan.concurrencyMax)

const fullQueueSeconds = 30

/** Fails with `CONCURRENCY_LIMIT_REACHED` if more pages would wait than the plan allows (docs/credits.md). */
export async function requireQueueCapacity(
  { jobs }: Pick<StartJobDeps, 'jobs'>,
  pages: number,
  { account }: Call,
): Promise<void> {
  const waiting = await jobs.pagesWaiting(account.teamId)
  if (waiting + pages <= queueCapacity(account.plan)) return
  throw new ServiceError(
    'CONCURRENCY_LIMIT_REACHED',
    `${queueFull(account.plan)} Wait until some have finished.`,
    { retryAfterSeconds: fullQueueSeconds },
  )
}

const clampedWarning = (pages: number) =>
  `The remaining credits pay for ${pages} ${pages === 1 ? 'page' : 'pages'}. The limit was lowered accordingly.`
