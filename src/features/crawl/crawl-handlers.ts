import { hasLinksOfSite } from '#content/refusal/refusal.ts'
import { makeUrlKey, withoutSection } from '#sites/url-key.ts'
import { sitemapPlaces, type ReadSitemaps } from '#sites/sitemaps.ts'
import { packDocument } from '#formats/packed-document.ts'
import type { ScrapePage, ScrapedPage } from '#pages/scrape-page.ts'
import type { Caller } from '#kernel/caller.ts'
import type { RobotsOf } from '#fetch/robots.ts'
import { noRules } from '#fetch/robots-rules.ts'
import type { FetchActivity } from '#kernel/fetch-activity.ts'
import { collectFetches } from '#operations/record-fetch.ts'
import type { JobTypes } from '#jobs/job-types.ts'
import type { JobHandlers } from '#jobs/job-handler.ts'
import type { Frontier, LeasedPage, PageOutcome } from '#jobs/frontier.ts'
import { toJobCaller, type Job } from '#jobs/job.ts'
import { untriedUntilRetry } from '#jobs/site-waits.ts'
import type { StoredCrawl } from './contract.ts'
import type { Threats } from '#threat/threats.ts'
import type { LinkSorter } from './link-sorter.ts'
import {
  findNewStart,
  toSite,
  type LinkList,
  type Site,
  type SiteRequest,
  type SortedLinks,
} from './sort-links.ts'

interface CrawlHandlersDeps {
  readonly scrapePage: ScrapePage
  readonly loadRobots: RobotsOf
  readonly readSitemaps: ReadSitemaps
  readonly frontier: Pick<Frontier, 'slowDown'>
  readonly sorter: LinkSorter
  readonly threats: Pick<Threats, 'findScreen'>
  readonly jobTypes: Pick<JobTypes, 'of'>
  /** Takes fetches for the audit logs of their teams. */
  readonly siemOutbox: { recordNow(fetches: readonly FetchActivity[]): Promise<void> }
}

const discoveryMsMax = 120_000
const sitemapMaxAge = 7 * 86_400_000
const delaySecondsMax = 60

/** Handlers of crawl jobs. Page: scrape it and extract its links. Discovery: read the sitemaps. */
export function createCrawlHandlers(deps: CrawlHandlersDeps): JobHandlers<StoredCrawl> {
  const { scrapePage, loadRobots, readSitemaps, frontier, sorter } = deps
  const openCaller = createOpenCaller(deps)
  const loadRules = async ({ url, request }: Job<StoredCrawl>, caller: Caller) =>
    request.ignoreRobotsTxt ? noRules : loadRobots(url, caller, listAgents(request))

  /** Cached as long as the job object is the same; jobs are read again every few seconds. */
  const sites = new WeakMap<Job, Site>()

  async function loadSite(job: Job<StoredCrawl>, signal: AbortSignal): Promise<Site> {
    const request = job.request
    await using caller = openCaller(job, signal)
    const rules = await loadRules(job, caller)
    const site = sites.get(job) ?? toSite(job.url, makeSiteRequest(request), rules)
    sites.set(job, site)
    return site
  }

  return {
    async page(job, page, progress) {
      const { request } = job
      const site = await loadSite(job, progress.signal).catch(untriedUntilRetry(job))
      if ('state' in site) return site
      const caller = toJobCaller(job, progress.signal)
      const isDisallowed = async (url: string) =>
        site.filter.isOnSite(new URL(url)) && (await sorter.isDisallowed(site, url, caller))
      if (await isDisallowed(page.url)) return disallowed
      const sort = (of: Site, list: LinkList) => sorter.sort(of, list, caller)
      const wantsLinks = request.sitemap !== 'only'
      const options = request.scrapeOptions
      const wanted = { job, page, options, caller: request, wantsLinks, isDisallowed }
      const scraped = await scrapePage(wanted, progress)
      return 'state' in scraped ? scraped : makeOutcome(scraped, { page, request, site, sort })
    },
    async discover(job, add, signal) {
      const request = job.request
      const late = AbortSignal.timeout(discoveryMsMax)
      await using caller = openCaller(job, AbortSignal.any([signal, late]))
      const rules = await loadRules(job, caller)
      const { crawlDelaySeconds = 0, sitemaps } = rules
      const delayMs = Math.min(crawlDelaySeconds, delaySecondsMax) * 1_000
      if (delayMs > 0) await frontier.slowDown(job.id, delayMs)
      if (request.sitemap === 'skip') return
      const site = toSite(job.url, makeSiteRequest(request), rules)
      const starts = sitemapPlaces(job.url, sitemaps)
      const { headers } = request.scrapeOptions
      try {
        for await (const entries of readSitemaps(
          starts,
          { headers, maxAge: sitemapMaxAge },
          caller,
        )) {
          const links = entries.map(({ url }) => url)
          const list = { links, depth: 0 }
          const { found, blocked } = await sorter.sort(site, list, caller)
          await caller.write()
          if (!(await add(found, blocked))) return
        }
      } catch (error) {
        // When sitemaps take too long, the pages found so far are kept.
        if (!late.aborted) throw error
      }
    },
  }
}

/** Disposing it writes what has been read to the audit log of the team. */
interface CrawlCaller extends Caller, AsyncDisposable {
  write(): Promise<void>
}

/** Who reads robots.txt and sitemaps, with the policy of the crawl. */
function createOpenCaller({ threats, jobTypes, siemOutbox }: CrawlHandlersDeps) {
  return (job: Job<StoredCrawl>, signal: AbortSignal): CrawlCaller => {
    const { id: requestId, teamId, principal, zeroDataRetention, request } = job
    const endpoint = jobTypes.of(job.kind).publicName
    const screen = threats.findScreen(job, request.scrapeOptions.threatProtection)
    const { onFetched, take } = collectFetches()
    const options = {
      ...request,
      auditMetadata: request.auditMetadata ?? request.scrapeOptions.auditMetadata,
    }
    const facts = { teamId, principal, requestId, endpoint, caller: options, zeroDataRetention }
    const write = () => siemOutbox.recordNow(take(facts))
    return {
      ...toJobCaller(job, signal),
      screen,
      onFetched,
      write,
      [Symbol.asyncDispose]: write,
    }
  }
}

/** The product token of `Name/1.2` is `Name`. */
function listAgents({ robotsUserAgent }: StoredCrawl): string[] | undefined {
  if (robotsUserAgent === undefined) return undefined
  return [robotsUserAgent, robotsUserAgent.split('/', 1)[0] ?? '']
}

/** The request without scrape options and webhook, which do not affect links. */
function makeSiteRequest({
  scrapeOptions: _page,
  webhook: _webhook,
  ...request
}: StoredCrawl): SiteRequest {
  return request
}

interface Visit {
  readonly page: LeasedPage
  readonly request: StoredCrawl
  readonly site: Site
  readonly sort: (site: Site, list: LinkList) => Promise<SortedLinks>
}

async function makeOutcome(scraped: ScrapedPage, visit: Visit): Promise<PageOutcome> {
  const { document, links, kept } = scraped
  const { page, request, site } = visit
  const { filter } = site
  const landed = new URL(document.metadata.url)
  const isStart = page.number === 1
  const isOnSite = filter.isOnSite(landed)
  const wasOnSite = filter.isOnSite(new URL(page.url))
  if (!isStart && wasOnSite && !isOnSite && filter.findDenial(landed.href) !== undefined) {
    const failure = { code: 'EXTERNAL_LINK', message: leftSite, price: 0 }
    return { state: 'failed', ...failure, ...(kept.fetched && { fetched: kept.fetched }) }
  }
  const [requestedKey, finalUrlKey] = [page.url, landed.href].map((url) => makeUrlKey(url, request))
  const isDeepest = page.depth >= (request.maxDiscoveryDepth ?? Number.POSITIVE_INFINITY)
  const { refusal } = document.metadata
  // Pages of other sites are crawled, but their links are not followed.
  const follows = !isDeepest && hasLinksOfSite(refusal) && (filter.isFollowed(landed) || isStart)
  const movedTo = isStart ? findNewStart(site, landed) : undefined
  const from = movedTo === undefined ? site : toSite(movedTo, site.request, site.robots)
  const { found, blocked, skipped } = await visit.sort(from, {
    links: follows ? links : [],
    depth: page.depth + 1,
    page: withoutSection(landed.href),
  })
  return {
    state: 'done',
    document: await packDocument(document),
    price: document.metadata.creditsUsed,
    isRefused: refusal !== undefined,
    ...kept,
    ...(finalUrlKey !== requestedKey && finalUrlKey !== undefined && { finalUrlKey }),
    ...(movedTo !== undefined && { movedTo }),
    found,
    blocked,
    skipped,
  }
}

const leftSite = 'The page redirects to another site, which is outside of the crawl.'

const disallowed: PageOutcome = {
  state: 'failed',
  code: 'ROBOTS_TXT',
  message: 'robots.txt does not allow this page.',
  price: 0,
}
