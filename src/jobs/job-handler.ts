import type { HeldPage, Job, NewPage, PageOutcome } from './jobs.ts'

/** Takes pages from elsewhere, and URLs that robots.txt keeps out; answers false when no more are wanted. */
export type Accept = (pages: readonly NewPage[], blocked: readonly string[]) => Promise<boolean>

/** How far a page has come: its site has nothing more to do with it, or nothing is left but to write what it became. */
export type PageStage = 'fetched' | 'read'

/** A page that is being worked on, as whoever watches sees it. */
export interface PageProgress {
  readonly signal: AbortSignal
  /** Frees the places the page took so far; a stage may be told again. */
  readonly reached: (stage: PageStage) => void
}

/** What is done with the pages of a kind of job. */
export interface JobWork {
  /** One page. What it throws is a fault of ours: the page is tried again, a few times. */
  page(job: Job, page: HeldPage, progress: PageProgress): Promise<PageOutcome>
  /** Finds pages elsewhere (sitemaps) for a job that was started with `isGathering`. */
  gather(job: Job, accept: Accept, signal: AbortSignal): Promise<void>
}
