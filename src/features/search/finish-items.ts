import type { PagePrice } from '#pages/page-price.ts'
import type { Jobs } from '#jobs/job.ts'
import { newId } from '#kernel/ids.ts'
import type { Notifier } from '#queue/notifier.ts'
import { withSafeProxy } from '#operations/safe-mode.ts'
import type { OperationContext } from '#operations/operation.ts'
import type { Sql } from '#storage/database.ts'
import type { SearchRequest } from './contract.ts'
import type { Excerpts } from '#web-search/excerpts.ts'
import type { ThreatScreen } from '#threat/screen.ts'
import type { Items } from './items.ts'
import { searchJobType } from './job-type.ts'
import type { SearchReply } from './reply.ts'
import type { ScrapedItem, ScrapeItems } from './scrape-items.ts'
import type { SearchWork } from './search-handlers.ts'

/** What scraping added to a search. */
export interface FinishedItems {
  readonly items: Items
  readonly scrapeIds: SearchReply['scrapeIds']
  readonly credits: number
  readonly warnings: readonly string[]
  readonly writes: readonly ((sql: Sql) => Promise<unknown>)[]
}

/** Scrapes the web and news results when the request says so: at once, or by a job that starts with the operation's writes. */
export type FinishItems = (
  items: Items,
  request: SearchRequest,
  more: {
    readonly context: OperationContext
    readonly baseUrl: string | undefined
    /** The policy, by which the results have been judged. */
    readonly screen: ThreatScreen
  },
) => Promise<FinishedItems>

interface FinishItemsDeps {
  readonly scrapeItems: ScrapeItems
  readonly pricePage: PagePrice
  readonly jobs: Pick<Jobs, 'start'>
  readonly notifier: Notifier
  readonly excerpts: Pick<Excerpts, 'of'>
}

const jobLifeMs = 24 * 3_600_000
/** Time for what the pages say about the query. */
const textsMsMax = 5_000
/** What is left of the timeout for the answer itself. */
const answerMs = 250

export function createFinishItems(deps: FinishItemsDeps): FinishItems {
  const { scrapeItems, pricePage, jobs, notifier, excerpts } = deps
  return async function finishItems(items, request, { context, baseUrl, screen }) {
    const { scrapeOptions: options, asyncScraping } = request
    const urls = [...(items.web ?? []), ...(items.news ?? [])].map(({ url }) => url)
    const nothing = { items, scrapeIds: undefined, credits: 0, warnings: [], writes: [] }
    if (!options || urls.length === 0) return nothing
    if (asyncScraping) {
      const scrapeIds = makeIds(items)
      const pagePrice = pricePage(options, context.zeroDataRetention)
      const start = async (sql: Sql) => {
        await jobs.start(sql, makeJob({ urls, scrapeIds, request, pagePrice }, context))
        // The job can be seen when the transaction has been committed; workers also look by themselves.
        setImmediate(() => notifier.notify())
      }
      return { ...nothing, scrapeIds, writes: [start] }
    }
    const wanted = { context, baseUrl, screen, caller: request }
    const safe = withSafeProxy(options, context.call.account)
    const scraped = await scrapeItems([...new Set(urls)], safe, wanted)
    const texts = request.highlights
      ? await loadTexts(items, scraped, { request, excerpts, context })
      : new Map<string, string>()
    const late = scraped.filter(({ members }) => members.metadata.statusCode === 408).length
    return {
      items: withDocuments(items, scraped, texts),
      scrapeIds: undefined,
      credits: scraped.reduce((sum, { credits }) => sum + credits, 0),
      warnings: late > 0 ? [`${late} of the results could not be scraped in time.`] : [],
      writes: scraped.flatMap(({ writes }) => writes),
    }
  }
}

function makeIds({ web, news, images }: Items) {
  return {
    ...(web && { web: web.map(() => newId()) }),
    ...(news && { news: news.map(() => newId()) }),
    ...(images && { images: [] as string[] }),
  }
}

interface WantedJob {
  readonly urls: readonly string[]
  readonly scrapeIds: { readonly web?: readonly string[]; readonly news?: readonly string[] }
  readonly request: SearchRequest
  readonly pagePrice: number
}

/** Accepted with the search, it survives the end of any process. */
function makeJob({ urls, scrapeIds, request, pagePrice }: WantedJob, context: OperationContext) {
  const { id, call, zeroDataRetention } = context
  const { teamId, principal } = call.account
  const ids = [...(scrapeIds.web ?? []), ...(scrapeIds.news ?? [])]
  const { origin, integration, auditMetadata, scrapeOptions } = request
  const caller = { origin, integration, auditMetadata }
  const threatProtection = request.threatProtection ?? scrapeOptions?.threatProtection
  const work: SearchWork | undefined = scrapeOptions && {
    options: { ...scrapeOptions, threatProtection },
    caller,
  }
  return {
    id,
    teamId,
    principal,
    kind: searchJobType.kind,
    zeroDataRetention,
    url: urls[0] ?? '',
    request: work ?? {},
    pagePrice,
    pagesMax: urls.length,
    concurrencyMax: undefined,
    delayMs: 0,
    isDiscovering: false,
    warning: undefined,
    webhook: undefined,
    lifeMs: jobLifeMs,
    pages: urls.map((url, index) => ({
      url,
      depth: 0,
      urlKey: newId(),
      ...(ids[index] !== undefined && { scrapeId: ids[index] }),
    })),
  }
}

/** What the pages say about the query, by their URLs, as far as there is time for it. */
async function loadTexts(
  items: Items,
  scraped: readonly ScrapedItem[],
  {
    request: { query },
    excerpts,
    context: { call, signal, deadlineAt },
  }: {
    readonly request: SearchRequest
    readonly excerpts: Pick<Excerpts, 'of'>
    readonly context: OperationContext
  },
): Promise<ReadonlyMap<string, string>> {
  const leftMs = deadlineAt.getTime() - Date.now() - answerMs
  const late = AbortSignal.timeout(Math.max(0, Math.min(textsMsMax, leftMs)))
  const caller = { teamId: call.account.teamId, signal: AbortSignal.any([signal, late]) }
  const titles = new Map(
    [...(items.web ?? []), ...(items.news ?? [])].map(({ url, title }) => [url, title]),
  )
  const texts = new Map<string, string>()
  for (const { url, members } of scraped) {
    const markdown = 'markdown' in members ? members.markdown : undefined
    if (!markdown || caller.signal.aborted) continue
    const source = { markdown, title: titles.get(url) ?? '' }
    const text = await excerpts.of({ source, query }, caller).catch((thrown: unknown) => {
      if (!caller.signal.aborted) throw thrown
    })
    if (text !== undefined) texts.set(url, text)
  }
  return texts
}

/** The results with the members of their documents, and with what their pages say about the query. */
function withDocuments(
  items: Items,
  scraped: readonly ScrapedItem[],
  texts: ReadonlyMap<string, string>,
): Items {
  const byUrl = new Map(scraped.map((item) => [item.url, item]))
  return {
    ...items,
    ...(items.web && {
      web: items.web.map((item) => {
        const text = texts.get(item.url)
        const own = text === undefined ? item : { ...item, description: text }
        return { ...byUrl.get(item.url)?.members, ...own }
      }),
    }),
    ...(items.news && {
      news: items.news.map((item) => {
        const text = texts.get(item.url)
        const own = text === undefined ? item : { ...item, snippet: text }
        return { ...byUrl.get(item.url)?.members, ...own }
      }),
    }),
  }
}
