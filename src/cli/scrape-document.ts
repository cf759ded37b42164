import type { composeScrape } from '#compose-terminal.ts'
import type { Config } from '#config.ts'
import { ServiceError } from '#kernel/errors.ts'
import { readUrl } from '#kernel/url.ts'

type Parts = Awaited<ReturnType<typeof composeScrape>>
type PageRequest = Parameters<Parts['fetchPage']>[0]
type ContentRequest = Parameters<Parts['readContent']>[0]
type FetchFacts = NonNullable<Parameters<Parts['fetchPage']>[2]>
type Page = Awaited<ReturnType<Parts['fetchPage']>>
type Shell = NonNullable<FetchFacts['shell']>

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
  await using parts = await composeScrape(config)
  const reading = readUrl(choices.url, config.WEIR_ALLOWED_PRIVATE_HOSTS)
  if (reading.status === 'refused') throw new ServiceError('BAD_REQUEST', reading.reason)
  const { url } = reading
  const deadline = new AbortController()
  const { timeoutMs } = choices
  const timer = setTimeout(() => deadline.abort(new ServiceError('SCRAPE_TIMEOUT')), timeoutMs)
  const signal = AbortSignal.any([interrupted, deadline.signal])
  try {
    return await readDocument(parts, { ...choices, url }, signal)
  } finally {
    clearTimeout(timer)
  }
}

async function readDocument(
  { fetchPage, readContent, readPastShell }: Parts,
  { timeoutMs, formats, ...choices }: ScrapeChoices,
  signal: AbortSignal,
): Promise<ScrapedDocument> {
  const waiter = { teamId: 'terminal', signal }
  const deadlineAt = new Date(Date.now() + timeoutMs)
  const get = (facts: FetchFacts) => fetchPage(choices, waiter, { deadlineAt, ...facts })
  const read = ({ page }: { page: Page }) =>
    readContent(
      {
        ...choices,
        formats,
        url: page.url,
        status: page.status,
        contentType: page.headers['content-type'],
        body: page.body,
        readDocuments: true,
      },
      waiter,
    )
  const first = {
    page: await get({}),
    rendered: async (shell: Shell) => ({ page: await get({ shell }) }),
  }
  const { found, content, warning } = await readPastShell(first, read, signal)
  const { page } = found
  const contentType = page.headers['content-type']
  const warnings = [...content.warnings, ...(page.warnings ?? []), ...(warning ? [warning] : [])]
  const metadata = {
    ...content.metadata,
    sourceURL: choices.url,
    url: page.url,
    statusCode: page.status,
    ...(contentType !== undefined && { contentType }),
    proxyUsed: page.proxy === 'enhanced' ? 'stealth' : 'basic',
  }
  return { ...content, warnings, metadata }
}
