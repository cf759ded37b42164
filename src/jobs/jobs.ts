import type { SharedSlots } from '#kernel/fair-share.ts'
import type { Sql } from '#storage/database.ts'

export type JobState = 'scraping' | 'completed' | 'failed' | 'cancelled'

/** A page for the frontier; two with the same identity are one page of the job. */
export interface NewPage {
  readonly url: string
  readonly depth: number
  readonly identity: string
}

export interface NewJob {
  readonly id: string
  readonly teamId: string
  readonly keyId: string
  /** Names a registered job type. */
  readonly kind: string
  /** Zero data retention: its content is sealed with a key that is never written. */
  readonly zeroDataRetention: boolean
  /** What it starts with. */
  readonly url: string
  /** The request, settled, as the worker needs it; JSON. */
  readonly request: object
  /** Credits set aside for a page before its price is known. */
  readonly pagePrice: number
  readonly pagesMax: number
  readonly concurrencyMax: number | undefined
  /** Between the beginnings of two pages; anything above zero means one page at a time. */
  readonly delayMs: number
  /** Pages will also come from elsewhere (sitemaps). */
  readonly isGathering: boolean
  readonly warning: string | undefined
  /** Who is told of what happens to the job; JSON. */
  readonly webhook: object | undefined
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly pages: readonly NewPage[]
}

export interface Job {
  readonly id: string
  readonly teamId: string
  readonly keyId: string
  /** Names a registered job type. */
  readonly kind: string
  readonly zeroDataRetention: boolean
  readonly url: string
  readonly request: object
  readonly state: JobState
  readonly failure: string | null
  readonly warning: string | null
  readonly total: number
  readonly completed: number
  readonly creditsUsed: number
  readonly createdAt: Date
  readonly finishedAt: Date | null
  readonly expiresAt: Date
}

/** A job that waits for pages from elsewhere, handed to a worker. */
export interface GatheringJob extends Pick<Job, 'id' | 'teamId'> {
  /** Times it was taken and never given back, with this one; `suspicion.ts` says what follows. */
  readonly suspicion: number
}

/** A page handed to a worker, for as long as the worker renews its hold. */
export interface HeldPage {
  readonly jobId: string
  readonly number: number
  readonly url: string
  readonly depth: number
  readonly scrapeId: string
  /** Counts this one. */
  readonly attempts: number
  /** How much speaks for that it ends processes; `suspicion.ts` says what follows. */
  readonly suspicion: number
  /** What is written of it is damaged. */
  readonly isUnreadable?: boolean
  /** What it waited for a place among the pages of its job or its team; zero when that is not what it waited for. */
  readonly queuedMs: number
}

/** Pages that are held and no longer take every slot a held page takes; their scrape ids. */
export interface PagesUnderWay {
  /** None of their hosts. */
  readonly fetched?: readonly string[]
  /** None of their worker, teams and jobs either. */
  readonly read?: readonly string[]
}

/** The slots of a worker, shared by teams, and how many of them are free. */
export interface WorkerRoom extends SharedSlots, PagesUnderWay {
  readonly wanted: number
}

/** What became of a held page. */
export type PageOutcome =
  | {
      readonly state: 'done'
      readonly document: PackedDocument
      readonly price: number
      /** Identity of the page the redirects ended at; another page with it makes this one a duplicate. */
      readonly landing?: string
      /** Where the site of the job is, when its first page was redirected there. */
      readonly movedTo?: string
      /** Links of the page that belong to the job. */
      readonly found: readonly NewPage[]
      /** Links that robots.txt kept out. */
      readonly blocked: readonly string[]
      /** Home pages of other sites, reported as errors and not fetched. */
      readonly skipped?: readonly string[]
      /** Must run in the transaction that ends the page. */
      readonly extraWrites?: readonly ((sql: Sql) => Promise<void>)[]
      /** Input of change detection; never persisted. */
      readonly normalisedText?: string | undefined
    }
  | {
      readonly state: 'failed'
      readonly code: string
      readonly message: string
      readonly price: number
    }
  /** To be tried again. */
  | { readonly state: 'waiting'; readonly readyAt: Date }

/** JSON packed with zstd, and its length before. */
export interface PackedDocument {
  readonly bytes: Uint8Array
  readonly jsonBytes: number
}

/** A page and what became of it. */
export interface FinishedPage {
  readonly page: HeldPage
  readonly outcome: PageOutcome
}

export interface JobError {
  readonly id: string
  readonly url: string
  readonly code: string
  readonly message: string
  readonly createdAt: Date
}

/** Something that happened to a job whose team wants to be told. */
export interface JobEvent {
  readonly kind: 'started' | 'page' | 'completed' | 'failed' | 'cancelled'
  /** Its webhook is sealed. */
  readonly job: Pick<Job, 'id' | 'teamId' | 'kind' | 'zeroDataRetention'> & {
    readonly webhook: string
  }
  /** Of a page: its scrape, and the place of its document or the reason there is none. */
  readonly scrapeId?: string
  readonly url?: string
  readonly place?: number
  readonly error?: string
}

/** Passes on what happened, inside the transaction in which it did. */
export type Announce = (sql: Sql, events: readonly JobEvent[]) => Promise<void>

/** The pages of all jobs that are still to be had (contract sections 8 and 9). */
export interface Frontier {
  /** Hands out pages that nobody holds, teams in turn; the hold ends by itself unless it is renewed. */
  claim(worker: string, room: WorkerRoom): Promise<HeldPage[]>
  /** Hands out a page under suspicion, to be worked on alone. */
  claimAlone(worker: string, room: WorkerRoom): Promise<HeldPage | undefined>
  /** Whether pages under suspicion wait. */
  hasSuspects(): Promise<boolean>
  /** Gives pages back that were being fetched or read when something threw that nobody can attribute. */
  blame(worker: string, scrapeIds: readonly string[], points: number): Promise<void>
  /** Holds these pages for longer; what the worker does not know of any more falls to others. */
  renew(worker: string, scrapeIds: readonly string[]): Promise<void>
  /** Gives pages back untouched. */
  release(worker: string, pages: readonly HeldPage[]): Promise<void>
  /**
   * Writes what became of pages of one job, with everything that follows from it, together or not at all. Pages the
   * worker no longer holds are passed over, so that repeating is harmless.
   */
  finish(worker: string, jobId: string, pages: readonly FinishedPage[]): Promise<void>
  /** A job that waits for pages from elsewhere, of another team than these; nobody else is handed it until the hold ends. */
  claimGathering(
    worker: string,
    others: { readonly fullTeams: readonly string[]; readonly isAlone: boolean },
  ): Promise<GatheringJob | undefined>
  /** Holds jobs that are being gathered for so long, from now on; `points` are added to what is suspected of them. */
  holdGathering(
    jobIds: readonly string[],
    hold: { readonly forMs: number; readonly points?: number },
  ): Promise<void>
  /** No more pages will come from elsewhere, and that is an error of the job. */
  abandonGathering(jobId: string): Promise<void>
  accept(jobId: string, pages: readonly NewPage[], blocked: readonly string[]): Promise<boolean>
  /** At least so long lies between two pages of the job. */
  slowDown(jobId: string, delayMs: number): Promise<void>
  /** No more pages will come from elsewhere. */
  gathered(jobId: string): Promise<void>
}

/** Jobs as their teams see them. Another team's are unknown. */
export interface Jobs {
  /** Inside the transaction that accepts the request; a job that is there already stays as it is. */
  start(sql: Sql, job: NewJob): Promise<void>
  /** Adds pages to a job that runs or has completed, and then runs again; false when there is none. */
  append(place: JobPlace, pages: readonly NewPage[]): Promise<boolean>
  /** Also when it has expired and nobody has removed it yet. */
  read(place: JobPlace): Promise<Job | undefined>
  byId(id: string): Promise<Job | undefined>
  /** Those of `ids` that no longer run. */
  stopped(ids: readonly string[]): Promise<string[]>
  /** Newest first; without those whose keys have not reached this process. */
  running(teamId: string, kind: string): Promise<Job[]>
  /** Pages of all jobs of the team that nobody works on yet. */
  pagesWaiting(teamId: string): Promise<number>
  /** Documents from the place `skip` on: at most `countMax`, and no more than `bytesMax` beyond the first. */
  documents(
    id: string,
    page: { readonly skip: number; readonly countMax: number; readonly bytesMax: number },
  ): Promise<PackedDocument[]>
  errors(id: string): Promise<JobError[]>
  blocked(id: string): Promise<string[]>
  /** Ends jobs that wait for pages to be paid for, when nothing is left to pay with. */
  endUnpaid(): Promise<void>
  /** Answers the state before; undefined for a job there is not. */
  cancel(place: JobPlace): Promise<JobState | undefined>
  /**
   * Ends jobs whose key nobody has any more, and removes what cannot be read without it: running ones have failed,
   * the others expire.
   */
  endLost(): Promise<void>
  /** Removes what has expired. */
  sweep(): Promise<void>
}

export interface JobPlace {
  readonly id: string
  readonly teamId: string
  /** Names a registered job type. */
  readonly kind: string
}
