import type { Content, ContentFormat, ReadContent } from '#content/content.ts'
import type { ScrapeRequest } from './contract.ts'
import type { FoundPage } from '#fetch/get-page.ts'
import type { PageProgress } from '#jobs/job-work.ts'
import type { Waiter } from '#kernel/waiter.ts'
import { fileNameOf } from './file-name-of.ts'
import { pdfOptions } from './parsers.ts'

interface ReadPageDeps {
  readonly readContent: ReadContent
  readonly waiter: Waiter
  /** Told when the page has been read and nobody will want it rendered. */
  readonly reached?: PageProgress['reached'] | undefined
}

/** Makes the formats of a page while a copy of it goes into the cache. Fails with what `readContent` fails with. */
export async function readPage(
  { page, keep, rendered }: FoundPage,
  wanted: { readonly request: ScrapeRequest; readonly formats: readonly ContentFormat[] },
  { readContent, waiter, reached }: ReadPageDeps,
): Promise<Content> {
  const { request, formats } = wanted
  const contentType = page.headers['content-type']
  const reading = readContent(
    {
      url: page.url,
      status: page.status,
      contentType,
      body: page.body,
      formats,
      onlyMainContent: request.onlyMainContent,
      includeTags: request.includeTags,
      excludeTags: request.excludeTags,
      removeBase64Images: request.removeBase64Images,
      readDocuments: request.parsers.length > 0,
      readPdf: request.parsers.some(({ type }) => type === 'pdf'),
      pdf: pdfOptions(request.parsers),
      readImages: request.parsers.some(({ type }) => type === 'image'),
      fileName: fileNameOf(page),
    },
    waiter,
  )
  const made = reading.then((content) => {
    if (!content.shell || !rendered) reached?.('read')
    return content
  })
  const [content] = await Promise.allSettled([made, keep()])
  if (content.status === 'fulfilled') return content.value
  throw content.reason
}
