import type { ReadAgain } from '#kernel/read-again.ts'
import type { SharedSlots } from '#kernel/fair-share.ts'
import type { FetchActivity } from '#kernel/fetch-activity.ts'
import type { Log } from '#kernel/log.ts'
import type { ContentSeals } from '#storage/content-seals.ts'
import type { Database, Sql } from '#storage/database.ts'
import { createAddedUrlKeys } from './added-url-keys.ts'
import { createClaimPages } from './claim-pages.ts'
import { createDiscoveredPages, createDiscoveryLeases } from './discovery-frontier.ts'
import { finishPages } from './finish-pages.ts'
import type { Job, NewPage, PublishJobEvents } from './job.ts'
import type { PackedDocument } from '#kernel/packing.ts'
import { createPageLeases } from './lease-pages.ts'

/** A job with discovery to run, leased to a worker. */
export interface DiscoveryJob extends Pick<Job, 'id' | 'teamId'> {
  /** Number of times it was leased and the lease expired, including this lease; see `crash-points.ts`. */
  readonly crashPoints: number
}

/** A page leased to a worker, until the lease expires or is renewed. */
export interface LeasedPage {
  readonly jobId: string
  readonly number: number
  readonly url: string
  readonly depth: number
  readonly scrapeId: string
  /** Number of leases, including this one. */
  readonly attempts: number
  /** Points for crashes of processes while they worked on the page; see `crash-points.ts`. */
  readonly crashPoints: number
  /** Its stored URL cannot be decrypted. */
  readonly isUnreadable?: boolean
  /** Milliseconds spent waiting for a concurrency slot of its job or team; zero when it waited for another reason. */
  readonly queuedMs: number
}

/** Leased pages that no longer occupy all slots of a leased page, by scrape id. */
export interface FinishedStages {
  /** Occupy no slot of their host. */
  readonly fetched?: readonly string[]
  /** Occupy no slot of their worker, team, job and host. */
  readonly read?: readonly string[]
}

/** Slots of a worker, shared by teams, and how many of them it wants to fill. */
export interface WorkerCapacity extends SharedSlots, FinishedStages {
  readonly wanted: number
}

/** Result of a leased page. */
export type PageOutcome =
  | {
      readonly state: 'done'
      readonly document: PackedDocument
      readonly price: number
      /** The site returned something else than the page. */
      readonly isRefused?: boolean
      /** URL key of the final URL, if redirected. A page of the job with the same key makes this one a duplicate. */
      readonly finalUrlKey?: string
      /** New start URL of the job, when the first page was redirected out of its scope. */
      readonly movedTo?: string
      /** Links of the page that belong to the job. */
      readonly found: readonly NewPage[]
      /** Links that robots.txt disallows. */
      readonly blocked: readonly string[]
      /** Home pages of other sites, reported as errors and not fetched. */
      readonly skipped?: readonly string[]
      /** Must run in the transaction that ends the page. */
      readonly extraWrites?: readonly ((sql: Sql) => Promise<void>)[]
      readonly fetched?: FetchActivity
      /** Input of change detection; never persisted. */
      readonly normalisedText?: string | undefined
      /** Loads the page once more for change detection; never persisted. */
      readonly readAgain?: ReadAgain | undefined
    }
  | {
      readonly state: 'failed'
      readonly code: string
      readonly message: string
      readonly price: number
      /** Absent when the page was not fetched. */
      readonly fetched?: FetchActivity
    }
  /** To be retried after `waitMs`. The lease of an untried page, which was not requested, is not counted as an attempt. */
  | { readonly state: 'waiting'; readonly waitMs: number; readonly isUntried?: boolean }

/** A page and its result. */
export interface FinishedPage {
  readonly page: LeasedPage
  readonly outcome: PageOutcome
}

/** URLs still to crawl, of all jobs. */
export interface Frontier {
  /** Leases pages that no worker has leased, round-robin over teams. */
  claim(worker: string, capacity: WorkerCapacity): Promise<LeasedPage[]>
  /** Leases one suspected page, which must be processed while the worker processes no other. */
  claimAlone(worker: string, capacity: WorkerCapacity): Promise<LeasedPage | undefined>
  /** Whether suspected pages are waiting. */
  hasSuspects(): Promise<boolean>
  /** Ends the leases of pages that were in work when an error was thrown outside of any scope, and adds crash points. */
  blame(worker: string, scrapeIds: readonly string[], points: number): Promise<void>
  /** Releases every page whose lease has expired; a claim releases those that expired within the last minute. */
  expire(): Promise<void>
  /** Renews the leases of these pages. Other leases of the worker expire. */
  renew(worker: string, scrapeIds: readonly string[]): Promise<void>
  /** Ends the leases of pages that were not processed. */
  release(worker: string, pages: readonly LeasedPage[]): Promise<void>
  /**
   * Writes the results of pages of one job and everything that follows from them in one transaction. Skips pages that the
   * worker no longer leases, so that it can be repeated.
   */
  finish(worker: string, jobId: string, pages: readonly FinishedPage[]): Promise<void>
  /** Leases a job with discovery to run, of none of the teams in `fullTeams`. `isAlone` permits suspected jobs. */
  claimDiscovery(
    worker: string,
    options: { readonly fullTeams: readonly string[]; readonly isAlone: boolean },
  ): Promise<DiscoveryJob | undefined>
  /** Sets the discovery leases of these jobs to end in `forMs`, and adds `points` to their crash points. */
  extendDiscovery(
    jobIds: readonly string[],
    lease: { readonly forMs: number; readonly points?: number },
  ): Promise<void>
  /** Ends the discovery of a job and adds an error to the job. */
  abandonDiscovery(jobId: string): Promise<void>
  /** Adds discovered pages to a job. Returns false when the job takes no more. */
  addDiscovered(
    jobId: string,
    pages: readonly NewPage[],
    blocked: readonly string[],
  ): Promise<boolean>
  /** Sets the minimum delay between two pages of the job, unless it is longer already. */
  slowDown(jobId: string, delayMs: number): Promise<void>
  /** Ends the discovery of a job. */
  endDiscovery(jobId: string): Promise<void>
}

export interface FrontierDeps {
  readonly database: Database
  /** Maximum of concurrent pages of one team at one host, over all workers; all teams together may have a quarter more. */
  readonly hostPagesMax: number
  readonly publishEvents: PublishJobEvents
  /** Writes fetched pages for the audit logs of their teams, within the transaction that ends them. */
  readonly recordFetches: (sql: Sql, fetches: readonly FetchActivity[]) => Promise<void>
  readonly contentSeals: ContentSeals
  readonly log: Log
}

/** Returns the frontier of the database. */
export function createFrontier(deps: FrontierDeps): Frontier {
  const { database } = deps
  const addedUrlKeys = createAddedUrlKeys()

  return {
    ...createClaimPages(deps),
    ...createPageLeases(database),
    async finish(worker, jobId, pages) {
      const added = await database.transaction((sql) =>
        finishPages(sql, { ...deps, addedUrlKeys }, { worker, jobId, pages }),
      )
      addedUrlKeys.add(jobId, added)
    },
    ...createDiscoveryLeases(deps),
    ...createDiscoveredPages(deps),
  }
}
