import type { Plan, RateBucket } from '#kernel/account.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { Sql } from '#storage/database.ts'

interface PlanChanges {
  readonly concurrencyMax?: number | undefined
  readonly queuedJobsMax?: number | undefined
  readonly creditsPerPeriod?: number | undefined
  readonly requestsPerMinute: Readonly<Partial<Record<RateBucket, number>>>
}

/**
 * Plans, which the operator can change (docs/credits.md). Unknown names fail with `NOT_FOUND`, invalid numbers with
 * `BAD_REQUEST`.
 */
export interface Plans {
  list(): Promise<Plan[]>
  set(name: string, changes: PlanChanges): Promise<Plan>
}

const columns = `name, requests_per_minute as "requestsPerMinute", concurrency_max as "concurrencyMax",
  queued_jobs_max as "queuedJobsMax", credits_per_period as "creditsPerPeriod"`

export function createPlans({ database }: { readonly database: Sql }): Plans {
  return {
    list: () =>
      database.query<Plan>(`select ${columns} from plans order by credits_per_period`, []),
    async set(name, changes) {
      checkChanges(changes)
      const { concurrencyMax, queuedJobsMax, creditsPerPeriod, requestsPerMinute } = changes
      const [plan] = await database.query<Plan>(
        `update plans set requests_per_minute = requests_per_minute || $2,
           concurrency_max = coalesce($3, concurrency_max),
           queued_jobs_max = coalesce($4, queued_jobs_max),
           credits_per_period = coalesce($5, credits_per_period)
         where name = $1 returning ${columns}`,
        [
          name,
          requestsPerMinute,
          concurrencyMax ?? null,
          queuedJobsMax ?? null,
          creditsPerPeriod ?? null,
        ],
      )
      if (plan) return plan
      throw new ServiceError(
        'NOT_FOUND',
        `There is no plan named ${name}. See \`weir plans list\`.`,
      )
    },
  }
}

/** Maximum of the column type. */
const numberMax = 2_147_483_647

function checkChanges({
  requestsPerMinute,
  concurrencyMax,
  queuedJobsMax,
  creditsPerPeriod,
}: PlanChanges) {
  const rates = Object.entries(requestsPerMinute)
  const ones = [...rates, ['concurrencyMax', concurrencyMax] as const]
  const zeros = [
    ['queuedJobsMax', queuedJobsMax],
    ['creditsPerPeriod', creditsPerPeriod],
  ] as const
  for (const [names, least] of [
    [ones, 1],
    [zeros, 0],
  ] as const) {
    for (const [name, value = least] of names) {
      if (Number.isInteger(value) && value >= least && value <= numberMax) continue
      throw new ServiceError('BAD_REQUEST', `${name} must be a whole number, ${least} or more.`)
    }
  }
}
