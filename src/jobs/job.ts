import type { PackedDocument } from '#kernel/packing.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Principal } from '#kernel/principal.ts'
import type { Sql } from '#storage/database.ts'

export type JobState = 'scraping' | 'completed' | 'failed' | 'cancelled'

/** A URL to crawl. A job has one page per URL key. */
export interface NewPage {
  readonly url: string
  readonly depth: number
  readonly urlKey: string
  /** Made when absent. */
  readonly scrapeId?: string
}

export interface NewJob {
  readonly id: string
  readonly teamId: string
  readonly principal: Principal
  /** Name of a registered job type. */
  readonly kind: string
  /** Its content is encrypted with a key that is only in memory. */
  readonly zeroDataRetention: boolean
  /** Start URL. */
  readonly url: string
  /** The normalised request, as the worker needs it; JSON. */
  readonly request: object
  /** Credits reserved for a page before its price is known. */
  readonly pagePrice: number
  readonly pagesMax: number
  readonly concurrencyMax: number | undefined
  /** Minimum time between the starts of two pages. Above zero, pages run one at a time. */
  readonly delayMs: number
  /** Whether discovery (sitemaps) has to run, which adds pages. */
  readonly isDiscovering: boolean
  readonly warning: string | undefined
  /** Receiver of the events of the job; JSON. */
  readonly webhook: object | undefined
  /** How long it and its results are stored from now on, by the time of the database. */
  readonly lifeMs: number
  readonly pages: readonly NewPage[]
}

export interface Job<Request extends object = object> {
  readonly id: string
  readonly teamId: string
  readonly principal: Principal
  /** Name of a registered job type. */
  readonly kind: string
  readonly zeroDataRetention: boolean
  /** Whether the team is in safe mode now. */
  readonly safeMode: boolean
  readonly url: string
  /** Of the request that started it; null for jobs of earlier versions. */
  readonly traceId: string | null
  /** As its job type stored it. */
  readonly request: Request
  readonly state: JobState
  readonly failure: string | null
  readonly warning: string | null
  readonly total: number
  readonly completed: number
  /** Completed pages that the site did not return, although it responded. */
  readonly refused: number
  readonly creditsUsed: number
  readonly createdAt: Date
  readonly finishedAt: Date | null
  readonly expiresAt: Date
}

/** On whose behalf a job works. */
export const toJobCaller = (
  { teamId, principal, zeroDataRetention }: Pick<Job, 'teamId' | 'principal' | 'zeroDataRetention'>,
  signal: AbortSignal,
): Caller => ({ teamId, principal, signal, zeroDataRetention })

export interface JobError {
  readonly id: string
  readonly url: string
  readonly code: string
  readonly message: string
  readonly createdAt: Date
}

/** Pages over time. Slots in which no page ended are absent. */
export interface JobTimeline {
  /** Length of a slot. */
  readonly seconds: number
  readonly slots: readonly { readonly at: Date; readonly pages: number; readonly errors: number }[]
}

/** An event of a job that has a webhook. */
export interface JobEvent {
  readonly kind: 'started' | 'page' | 'completed' | 'failed' | 'cancelled'
  /** Under zero data retention, `webhook` is encrypted. */
  readonly job: Pick<Job, 'id' | 'teamId' | 'kind' | 'zeroDataRetention'> & {
    readonly webhook: string
  }
  /** Of a page: its scrape id, and either the one-based position of its document or an error. */
  readonly scrapeId?: string
  readonly url?: string
  readonly position?: number
  readonly error?: string
}

/** Publishes events within the transaction that caused them. */
export type PublishJobEvents = (sql: Sql, events: readonly JobEvent[]) => Promise<void>

export interface JobRef {
  readonly id: string
  readonly teamId: string
  /** Name of a registered job type. */
  readonly kind: string
}

/** What a list of jobs shows. `url` is empty when the key of the job is lost. */
export interface JobSummary extends Omit<Job, 'request' | 'teamId'> {
  readonly failed: number
  /** Name of the set as which its results are stored for ever. */
  readonly keptAs: string | null
}

export interface JobsQuestion {
  readonly teamId: string
  readonly kinds: readonly string[]
  readonly state?: JobState | undefined
  /** Only sets that are stored for ever. */
  readonly isKept?: boolean | undefined
  /** Only those behind the job with this id. */
  readonly before?: string | undefined
  readonly limit: number
}

/** Stored jobs. A job of another team is treated as unknown. */
export interface Jobs {
  /** Stores a job, within the transaction that accepts the request. Does nothing if the job exists. */
  start(sql: Sql, job: NewJob): Promise<void>
  /** Adds pages to a running or completed job, which then runs again. Returns false when there is no such job. */
  append(ref: JobRef, pages: readonly NewPage[]): Promise<boolean>
  /** Also returns jobs that have expired and are not deleted yet. */
  read(ref: JobRef): Promise<Job | undefined>
  byId(id: string): Promise<Job | undefined>
  /** Newest first. */
  list(question: JobsQuestion): Promise<JobSummary[]>
  summary(id: string, teamId: string): Promise<JobSummary | undefined>
  /** Stores the results for so many days from now, or for ever as a named set; never under zero data retention. Returns false for an unknown job. */
  keep(
    ref: { readonly id: string; readonly teamId: string },
    how: { readonly days: number } | { readonly keptAs: string },
  ): Promise<boolean>
  /** Returns those of `ids` that are not running. */
  stopped(ids: readonly string[]): Promise<string[]>
  /** Running jobs, newest first, without those whose keys this process does not have. */
  running(teamId: string, kind: string): Promise<Job[]>
  /** Number of waiting pages of all jobs of the team. */
  pagesWaiting(teamId: string): Promise<number>
  /** Documents after the first `skip`: at most `countMax`, and at most `bytesMax` of JSON unless the first is larger. */
  documents(
    id: string,
    page: { readonly skip: number; readonly countMax: number; readonly bytesMax: number },
  ): Promise<PackedDocument[]>
  /** URLs of the pages that were read, as they were found; the first `most`. None when their key is lost. */
  urls(id: string, most: number): Promise<string[]>
  errors(id: string): Promise<JobError[]>
  blocked(id: string): Promise<string[]>
  /** How many pages were read and failed in each of `slotsMax` parts of its time; of a large job only the first pages. */
  timeline(id: string, slotsMax: number): Promise<JobTimeline>
  hasBlocked(id: string): Promise<boolean>
  /** Fails jobs whose waiting pages the team has no credits for. */
  endUnpaid(): Promise<void>
  /** Returns the state before the cancellation; undefined for an unknown job. */
  cancel(ref: JobRef): Promise<JobState | undefined>
  /** Cancels all running jobs of the team. */
  cancelAll(teamId: string): Promise<void>
  /** Ends jobs whose key no process has, and deletes their content: running jobs fail, the others expire. */
  endLost(): Promise<void>
  /** Deletes expired jobs. */
  sweep(): Promise<void>
}
