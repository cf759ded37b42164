import type { Content, ContentFormat, ContentRequest, ReadContent } from '#content/content.ts'
import type { FoundPage } from '#fetch/get-page.ts'
import { readFrames, type FrameFetch } from '#fetch/read-frames.ts'
import type { Page } from '#fetch/page.ts'
import { contentOptions } from '#formats/content-options.ts'
import type { PageProgress } from '#jobs/job-handler.ts'
import type { Waiter } from '#kernel/waiter.ts'
import type { ScrapeRequest } from './contract.ts'
import { fileNameOf } from './file-name-of.ts'

interface PageReading {
  readonly request: ScrapeRequest
  /** Formats beyond those of the request. */
  readonly extraFormats: readonly ContentFormat[]
  readonly wantsNormalisedText: boolean
  /** Whether the texts of the page are checked. */
  readonly wantsExamined: boolean
}

interface ReadPageDeps {
  readonly readContent: ReadContent
  readonly waiter: Waiter
  readonly frames: Omit<FrameFetch, 'signal'>
  /** Called when the page has been read and will not be rendered again. */
  readonly onProgress?: PageProgress['onProgress'] | undefined
}

/** The request for facts of a page that has been read. */
export function rereadingOf(page: Page, request: ScrapeRequest): ContentRequest {
  return {
    ...contentOptions({ ...request, formats: [] }),
    url: page.url,
    status: page.status,
    contentType: page.headers['content-type'],
    body: page.body,
    fileName: fileNameOf(page),
  }
}

/** Reads the formats of a page while the page is written to the cache. Throws the errors of `readContent`. */
export async function readPage(
  { page, keep, rendered }: FoundPage,
  { request, extraFormats, wantsNormalisedText, wantsExamined }: PageReading,
  { readContent, waiter, frames, onProgress }: ReadPageDeps,
): Promise<Content> {
  const options = contentOptions(request)
  const wanted = {
    ...options,
    formats: [...options.formats, ...extraFormats],
    wantsNormalisedText,
    wantsExamined,
    url: page.url,
    status: page.status,
    contentType: page.headers['content-type'],
    body: page.body,
    fileName: fileNameOf(page),
  }
  const reading = readFrames(
    page,
    (documents) => readContent({ ...wanted, frames: documents }, waiter),
    { ...frames, signal: waiter.signal },
  )
  const made = reading.then((content) => {
    if (!content.internal.clientRendered || !rendered) onProgress?.('read')
    return content
  })
  const [content] = await Promise.allSettled([made, keep()])
  if (content.status === 'fulfilled') return content.value
  throw content.reason
}
