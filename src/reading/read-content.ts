import type { Content, ContentRequest } from '#content/content.ts'
import type { Caller } from '#kernel/caller.ts'

/** Makes the formats of a page off the main thread. Fails with `SCRAPE_UNSUPPORTED_FILE_ERROR` or the signal's reason. */
export type ReadContent = (request: ContentRequest, caller: Caller) => Promise<Content>
