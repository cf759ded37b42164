import type { HeldPage, Job, NewPage, PageOutcome } from './jobs.ts'

/** Takes pages from elsewhere, and URLs that robots.txt keeps out; answers false when no more are wanted. */
export type Accept = (pages: readonly NewPage[], blocked: readonly string[]) => Promise<boolean>

/** What is done with the pages of a kind of job. */
export interface JobWork {
  /** One page. What it throws is a fault of ours: the page is tried again, a few times. */
  page(job: Job, page: HeldPage, signal: AbortSignal): Promise<PageOutcome>
  /** Finds pages elsewhere (sitemaps) for a job that was started with `isGathering`. */
  gather(job: Job, accept: Accept, signal: AbortSignal): Promise<void>
}
