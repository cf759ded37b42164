import type { composeScrape } from '#compose-terminal.ts'
import type { Config } from '#config.ts'
import { ServiceError } from '#kernel/errors.ts'

type Parts = ReturnType<typeof composeScrape>
type PageRequest = Parameters<Parts['fetchPage']>[0]
type ContentRequest = Parameters<Parts['readContent']>[0]

/** What the person asked for, settled. */
export type ScrapeChoices = PageRequest &
  Pick<
    ContentRequest,
    'formats' | 'onlyMainContent' | 'includeTags' | 'excludeTags' | 'removeBase64Images'
  > & { readonly timeoutMs: number }

/** A page as the API would answer it, less what only a running service knows. */
export type ScrapedDocument = Omit<Awaited<ReturnType<Parts['readContent']>>, 'metadata'> & {
  readonly metadata: Readonly<Record<string, unknown>>
}

/** Gets the page and makes the document of it. Throws `ServiceError`, or the reason of the signal. */
export async function scrapeDocument(
  config: Config,
  choices: ScrapeChoices,
  interrupted: AbortSignal,
): Promise<ScrapedDocument> {
  const { composeScrape } = await import('#compose-terminal.ts')
  await using parts = composeScrape(config)
  const { timeoutMs, formats, ...rest } = choices
  const url = absolute(rest.url)
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(new ServiceError('SCRAPE_TIMEOUT')), timeoutMs)
  const signal = AbortSignal.any([interrupted, deadline.signal])
  try {
    const page = await parts.fetchPage({ ...rest, url }, signal)
    const contentType = page.headers['content-type']
    const content = await parts.readContent(
      {
        ...rest,
        formats,
        url: page.url,
        status: page.status,
        contentType,
        body: page.body,
        readDocuments: true,
      },
      signal,
    )
    const metadata = {
      ...content.metadata,
      sourceURL: url,
      url: page.url,
      statusCode: page.status,
      ...(contentType !== undefined && { contentType }),
      proxyUsed: page.proxy === 'enhanced' ? 'stealth' : 'basic',
    }
    return { ...content, metadata }
  } finally {
    clearTimeout(timer)
  }
}

/** A missing scheme means http, as in the API (contract section 2). */
function absolute(text: string): string {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`)
  if (!url) throw new ServiceError('BAD_REQUEST', `${text} is not a URL.`)
  if (url.protocol === 'http:' || url.protocol === 'https:') return url.href
  throw new ServiceError('BAD_REQUEST', 'Only http and https URLs can be scraped.')
}
