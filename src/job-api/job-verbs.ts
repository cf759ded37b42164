import { refuseForeignWork } from '#kernel/own-work.ts'
import type { ExportQuery } from '#export/contract.ts'
import { createExportJob, type ExportFile } from '#export/export-job.ts'
import { unpackJson } from '#formats/packed-document.ts'
import type { JobTypeProperties } from '#jobs/job-types.ts'
import type { Job, Jobs, JobState } from '#jobs/job.ts'
import type { Call } from '#kernel/call.ts'
import type { Clock } from '#kernel/clock.ts'
import { ServiceError } from '#kernel/errors.ts'
import { joinBytes } from '#kernel/join-bytes.ts'
import { unpack } from '#kernel/packing.ts'
import { createSemaphore } from '#kernel/semaphore.ts'
import type { JobErrors, JobStatus, StatusQuery } from './contract.ts'

/** Operations on jobs. All fail with `NOT_FOUND` for jobs of other teams. */
export interface JobVerbs {
  status(id: string, page: StatusPage, call: Call): Promise<StoredStatus>
  progress(id: string, call: Call): Promise<JobProgress>
  errors(id: string, call: Call): Promise<JobErrors>
  /** The results as a file. Fails with `CONFLICT` for jobs under zero data retention. */
  export(id: string, query: ExportQuery, call: Call): Promise<ExportFile>
  /** Fails with `CONFLICT` if the job has ended. Can be repeated. */
  cancel(id: string, call: Call): Promise<{ success: true; status: 'cancelled' }>
}

/** The state of a job, and documents as JSON: they are sent as they are stored, because to parse and to write them takes longest. */
export interface StoredStatus {
  readonly facts: Omit<JobStatus, 'data'>
  readonly documents: readonly Buffer[]
}

interface StatusPage extends StatusQuery {
  readonly url: string
  /** Of the documents, as JSON; at least one is returned. */
  readonly bytesMax?: number
}

/** Counts of a job, without its documents. */
export interface JobProgress {
  readonly completed: number
  readonly total: number
  readonly failed: number
  readonly creditsUsed: number
  readonly status: JobState
}

export interface JobVerbsDeps {
  readonly jobs: Jobs
  readonly clock: Clock
  /** Warning for a job that has ended. */
  readonly writeWarning?: ((job: Job, isBlocked: boolean) => string | undefined) | undefined
}

const pageBytesMax = 10 * 1024 * 1024
const pageDocumentsMax = 100
const comma = Buffer.from(',')
/** Pages of documents that are read for one team at the same time: each may have 10 MB, and two would take two processors. */
const readingMax = 1
const waitingMax = 1_000
const tooMany = 'Too many requests of your team wait for documents. Try again shortly.'

export function createJobVerbs(
  { kind }: Pick<JobTypeProperties, 'kind'>,
  { jobs, clock, writeWarning }: JobVerbsDeps,
): JobVerbs {
  const exportJob = createExportJob(jobs)

  async function find(id: string, { account }: Call): Promise<Job> {
    const job = await jobs.read({ id, teamId: account.teamId, kind })
    if (!job) throw new ServiceError('NOT_FOUND', 'Job not found')
    refuseForeignWork(account, job.principal)
    if (job.expiresAt <= clock.now()) throw new ServiceError('NOT_FOUND', 'Job expired')
    return job
  }

  return {
    status: createReadStatus(find, { jobs, clock, writeWarning }),
    async progress(id, { account }) {
      const job = await jobs.summary(id, account.teamId)
      if (job?.kind !== kind) throw new ServiceError('NOT_FOUND', 'Job not found')
      refuseForeignWork(account, job.principal)
      const { completed, total, failed, creditsUsed, state: status } = job
      return { completed, total, failed, creditsUsed, status }
    },
    async errors(id, call) {
      await find(id, call)
      const [errors, robotsBlocked] = await Promise.all([jobs.errors(id), jobs.blocked(id)])
      return {
        errors: errors.map(({ createdAt, message, ...error }) => ({
          ...error,
          timestamp: createdAt.toISOString(),
          error: message,
        })),
        robotsBlocked,
      }
    },
    export: async (id, query, call) => exportJob(await find(id, call), query, call),
    async cancel(id, call) {
      const { account } = call
      await find(id, call)
      const before = await jobs.cancel({ id, teamId: account.teamId, kind })
      if (before === undefined) throw new ServiceError('NOT_FOUND', 'Job not found')
      if (before === 'completed' || before === 'failed') {
        throw new ServiceError('CONFLICT', `Crawl is already ${before}`)
      }
      return { success: true, status: 'cancelled' }
    },
  }
}

type FindJob = (id: string, call: Call) => Promise<Job>

/** The JSON of a status of the API. */
export async function writeStatus({ facts, documents }: StoredStatus): Promise<Buffer> {
  const parts = documents.flatMap((json, index) => (index === 0 ? [json] : [comma, json]))
  const head = `${JSON.stringify(facts).slice(0, -1)},"data":[`
  return joinBytes([Buffer.from(head), ...parts, Buffer.from(']}')])
}

/** Reads the state of a job, and some of its documents as JSON. */
function createReadStatus(find: FindJob, { jobs, clock, writeWarning }: JobVerbsDeps) {
  const readDocuments = createReadDocuments(jobs)
  return async function readStatus(
    id: string,
    { skip, limit, url, bytesMax = pageBytesMax }: StatusPage,
    call: Call,
  ) {
    const job = await find(id, call)
    const countMax = Math.min(limit ?? pageDocumentsMax, pageDocumentsMax)
    const documents = await readDocuments(id, { skip, countMax, bytesMax }, call)
    const shown = skip + documents.length
    // Documents of a failed job may be deleted.
    const isMore = job.state === 'scraping' || (documents.length > 0 && shown < job.completed)
    const next = `${url}?skip=${shown}${limit === undefined ? '' : `&limit=${limit}`}`
    const facts = {
      ...makeFacts(job, clock.now()),
      ...(isMore && { next }),
      ...(await listWarnings(job, { jobs, writeWarning })),
    }
    return { facts, documents }
  }
}

/** A page of documents, as JSON. Few pages are read for a team at the same time; others wait. */
function createReadDocuments(jobs: Jobs) {
  const reading = createSemaphore({ perTeamMax: readingMax, waitingMax, refusal: tooMany })
  return async function readDocuments(
    id: string,
    page: Parameters<Jobs['documents']>[1],
    { account, signal }: Call,
  ) {
    using slot = await reading.acquire({ teamId: account.teamId, signal })
    void slot
    const packed = await jobs.documents(id, page)
    // One after the other: together they would take all processors, and much memory at once.
    const documents: Buffer[] = []
    for (const one of packed) documents.push(await unpackJson(one, account.allowedFormats))
    return documents
  }
}

async function listWarnings(
  job: Job,
  deps: Pick<JobVerbsDeps, 'jobs' | 'writeWarning'>,
): Promise<{ readonly warning?: string }> {
  const sentences = [job.warning ?? undefined, await ownWarning(job, deps), refusedWarning(job)]
  const warning = sentences.filter((text) => text !== undefined).join(' ')
  return warning === '' ? {} : { warning }
}

async function ownWarning(
  job: Job,
  { jobs, writeWarning }: Pick<JobVerbsDeps, 'jobs' | 'writeWarning'>,
): Promise<string | undefined> {
  if (!writeWarning || job.state === 'scraping') return undefined
  return writeWarning(job, await jobs.hasBlocked(job.id))
}

function refusedWarning({ refused, completed }: Job): string | undefined {
  if (refused === 0) return undefined
  return `The site did not return ${refused} of ${completed} pages: see metadata.refusal of the documents.`
}

/** Returns the JSON of the document at a one-based position; undefined if the job has expired. */
export function createLoadDocument(jobs: Pick<Jobs, 'documents'>) {
  return async function documentOf(id: string, position: number) {
    const [packed] = await jobs.documents(id, { skip: position - 1, countMax: 1, bytesMax: 0 })
    return packed && unpack(packed.bytes, packed.jsonBytes)
  }
}

function makeFacts(job: Job, now: Date) {
  const { state, total, completed, creditsUsed, createdAt, finishedAt, expiresAt, failure } = job
  const elapsedMs = (finishedAt ?? now).getTime() - createdAt.getTime()
  return {
    success: true as const,
    status: state,
    total,
    completed,
    creditsUsed,
    createdAt: createdAt.toISOString(),
    ...(finishedAt && { completedAt: finishedAt.toISOString() }),
    expiresAt: expiresAt.toISOString(),
    duration: Math.max(0, elapsedMs) / 1_000,
    ...(failure !== null && { error: failure }),
  }
}
