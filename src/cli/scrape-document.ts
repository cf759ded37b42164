import type { composeScrape } from '#compose-terminal.ts'
import type { Config } from '#config.ts'
import { ServiceError } from '#kernel/errors.ts'

type Parts = Awaited<ReturnType<typeof composeScrape>>
type Asked = ReturnType<Parts['readRequest']>
type FetchFacts = NonNullable<Parameters<Parts['fetchPage']>[2]>
type Page = Awaited<ReturnType<Parts['fetchPage']>>
type ClientRendered = NonNullable<FetchFacts['clientRendered']>

/** A page as returned by the API, without members that only a running service has. */
export interface ScrapedDocument {
  readonly warnings: readonly string[]
  readonly metadata: Readonly<Record<string, unknown>>
  readonly rendering?: Page['rendering']
  readonly [member: string]: unknown
}

/**
 * Fetches a page and returns its document; `body` is that of `POST /v2/scrape`. Throws `ServiceError`, or the reason
 * of the signal.
 */
export async function scrapeDocument(
  config: Config,
  body: { readonly timeout: number },
  interrupted: AbortSignal,
): Promise<ScrapedDocument> {
  const { composeScrape } = await import('#compose-terminal.ts')
  await using parts = await composeScrape(config)
  const read = parts.readRequest(body)
  // The API replaces this value, which old clients always send.
  const asked = { ...read, request: { ...read.request, timeout: body.timeout } }
  const deadline = new AbortController()
  const late = () => deadline.abort(new ServiceError('SCRAPE_TIMEOUT'))
  const timer = setTimeout(late, body.timeout)
  const signal = AbortSignal.any([interrupted, deadline.signal])
  try {
    return await readDocument(parts, asked, signal)
  } finally {
    clearTimeout(timer)
  }
}

async function readDocument(
  { fetchPage, frameRequest, readContent, readFrames, readRendered, finishPage }: Parts,
  { request, content: contentOptions, rendering }: Asked,
  signal: AbortSignal,
): Promise<ScrapedDocument> {
  const waiter = { teamId: 'terminal', signal }
  const deadlineAt = new Date(Date.now() + request.timeout)
  const wanted = { ...request, ...rendering }
  const get = (facts: FetchFacts) => fetchPage(wanted, waiter, { deadlineAt, ...facts })
  const load = (url: string, late: AbortSignal) =>
    fetchPage(frameRequest(wanted, url), { ...waiter, signal: late })
  const read = ({ page }: { page: Page }) => {
    const { url, status, body } = page
    const contentType = page.headers['content-type']
    const reading = { ...contentOptions, url, status, contentType, body }
    return readFrames(page, (frames) => readContent({ ...reading, frames }, waiter), {
      load,
      signal,
      deadlineAt,
    })
  }
  const first = {
    page: await get({}),
    rendered: async (clientRendered: ClientRendered) => ({ page: await get({ clientRendered }) }),
  }
  const { found, content, warning } = await readRendered(first, read, signal)
  const { page } = found
  const contentType = page.headers['content-type']
  const finished = await finishPage({ request, page, content, warning, deadlineAt }, waiter)
  const warnings = [...content.warnings, ...finished.warnings]
  const metadata = {
    ...finished.content.metadata,
    sourceURL: request.url,
    url: page.url,
    statusCode: page.status,
    ...(contentType !== undefined && { contentType }),
    proxyUsed: page.proxy === 'enhanced' ? 'stealth' : 'basic',
  }
  const { actionResults } = finished
  const rendered = page.rendering && { ...page.rendering, ...(actionResults && { actionResults }) }
  return {
    ...finished.content,
    ...finished.derived,
    warnings,
    metadata,
    ...(rendered && { rendering: rendered }),
  }
}
