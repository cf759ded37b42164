import type { Content, ContentFormat, ReadContent } from '#content/content.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { ScrapeRequest } from './contract.ts'
import type { FoundPage } from '#fetch/get-page.ts'

/** Makes the formats of a page while a copy of it goes into the cache. Fails with what `readContent` fails with. */
export async function readPage(
  { page, keep }: FoundPage,
  wanted: { readonly request: ScrapeRequest; readonly formats: readonly ContentFormat[] },
  { readContent, signal }: { readonly readContent: ReadContent; readonly signal: AbortSignal },
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
    },
    signal,
  )
  const [content] = await Promise.allSettled([reading, keep()])
  if (content.status === 'fulfilled') return content.value
  const mayBeImage = contentType?.startsWith('image/') && wantsImages(request)
  throw mayBeImage && isUnsupported(content.reason) ? imagesNotBuilt() : content.reason
}

const wantsImages = ({ parsers }: ScrapeRequest) => parsers.some(({ type }) => type === 'image')

const isUnsupported = (thrown: unknown) =>
  thrown instanceof ServiceError && thrown.code === 'SCRAPE_UNSUPPORTED_FILE_ERROR'

/** A picture that was to be read is not a kind of file we refuse, but one we cannot read yet. */
function imagesNotBuilt(): ServiceError {
  const message = 'The following options are not available in this version: parsers (image).'
  return new ServiceError('NOT_IMPLEMENTED', message)
}
