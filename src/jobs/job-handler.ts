import type { LeasedPage, PageOutcome } from './frontier.ts'
import type { Job, NewPage } from './job.ts'

/** Adds discovered pages, and URLs that robots.txt disallows. Returns false when the job takes no more pages. */
export type AddDiscovered = (
  pages: readonly NewPage[],
  blocked: readonly string[],
) => Promise<boolean>

/** `fetched`: needs no more requests to the site. `read`: only waits to be written. */
export type PageStage = 'fetched' | 'read'

/** Progress of a page in work. */
export interface PageProgress {
  readonly signal: AbortSignal
  /** Frees the slots that the page no longer needs. May be called again with the same stage. */
  readonly onProgress: (stage: PageStage) => void
}

/** Processes the pages of a job type, whose jobs store a `Request`. */
export interface JobHandlers<Request extends object = object> {
  /** Processes one page. An error that it throws is a bug of the service; the page is retried a few times. */
  page(job: Job<Request>, page: LeasedPage, progress: PageProgress): Promise<PageOutcome>
  /** Discovers pages (sitemaps) for a job that was started with `isDiscovering`. */
  discover(job: Job<Request>, add: AddDiscovered, signal: AbortSignal): Promise<void>
}
