import { refuseForeignWork } from '#kernel/own-work.ts'
import type { Activity } from '#accounts/activity.ts'
import type { Results } from '#pages/results.ts'
import type { Jobs } from '#jobs/job.ts'
import type { Account } from '#kernel/account.ts'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import { Id } from '#kernel/uuid.ts'

/**
 * What is known of a job or a scrape, as text for the model. Fails with `NOT_FOUND` for those of other teams and for those that
 * the key may not see.
 */
export type FactsOfJob = (id: string, call: Call) => Promise<string>

export interface FactsOfJobDeps {
  readonly jobs: Pick<Jobs, 'byId' | 'errors' | 'blocked'>
  readonly activity: Pick<Activity, 'find'>
  readonly results: Pick<Results, 'read'>
}

const errorsMax = 20
const blockedMax = 10
const textStartMax = 500

export function createFactsOfJob({ jobs, activity, results }: FactsOfJobDeps): FactsOfJob {
  /** Under zero data retention only what has no content. */
  async function ofJob(id: string, { account }: Call): Promise<object | undefined> {
    const job = await jobs.byId(id)
    if (job?.teamId !== account.teamId || !maySee(account, job.kind)) return undefined
    refuseForeignWork(account, job.principal)
    const { kind, state, total, completed, creditsUsed, failure, warning } = job
    const counts = { kind, state, total, completed, creditsUsed, failure, warning }
    const errors = (await jobs.errors(id)).slice(0, errorsMax)
    if (job.zeroDataRetention) return { ...counts, errors: errors.map(({ code }) => ({ code })) }
    const blocked = (await jobs.blocked(id)).slice(0, blockedMax)
    const shown = errors.map(({ url, code, message }) => ({ url, code, message }))
    return { ...counts, url: job.url, errors: shown, blockedByRobots: blocked }
  }

  async function ofOperation(id: string, call: Call): Promise<object | undefined> {
    const entry = await activity.find(id, call.account.teamId)
    if (!entry || !maySee(call.account, entry.endpoint.replaceAll('_', '-'))) return undefined
    const { endpoint: kind, succeeded, zeroDataRetention } = entry
    const isKept = succeeded && !zeroDataRetention && (kind === 'scrape' || kind === 'parse')
    if (!isKept) return { kind, succeeded }
    const { markdown, warning, metadata } = await results.read(id, call)
    const start = markdown?.slice(0, textStartMax)
    return { kind, succeeded, warning, metadata, characters: markdown?.length, start }
  }

  return async function factsOfJob(id, call) {
    const { data } = Id.safeParse(id)
    const facts = data && ((await ofJob(data, call)) ?? (await ofOperation(data, call)))
    if (!facts) throw new ServiceError('NOT_FOUND', 'Job not found')
    return JSON.stringify(facts, undefined, 1)
  }
}

const maySee = ({ allowedEndpoints }: Account, group: string) =>
  allowedEndpoints.length === 0 || allowedEndpoints.some((allowed) => allowed === group)
