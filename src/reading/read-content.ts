import type { Content, ContentRequest } from '#content/content.ts'
import type { Waiter } from '#kernel/waiter.ts'

/** Makes the formats of a page off the main thread. Fails with `SCRAPE_UNSUPPORTED_FILE_ERROR` or the signal's reason. */
export type ReadContent = (request: ContentRequest, waiter: Waiter) => Promise<Content>
