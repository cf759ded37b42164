import type { RobotsRules } from '#fetch/robots-rules.ts'
import type { NewPage } from '#jobs/job.ts'
import type { StoredCrawl } from './contract.ts'
import { createLinkFilter, type LinkFilter } from './link-filter.ts'
import { createLinkVerdicts, type LinkVerdict } from './link-verdicts.ts'

/** The options that determine which links are pages of a crawl. */
export type SiteRequest = Omit<StoredCrawl, 'scrapeOptions' | 'webhook'>

/** A site with the URL where its crawl starts. */
export interface Site {
  readonly start: string
  readonly request: SiteRequest
  readonly robots: RobotsRules
  readonly filter: LinkFilter
  readonly verdictOn: (link: string, page?: string) => LinkVerdict
}

/** The links of a page or sitemap. */
export interface LinkList {
  readonly links: readonly string[]
  /** Depth of the linked pages. */
  readonly depth: number
  /** The page that contains the links; absent for sitemaps. */
  readonly page?: string
}

/**
 * The links that are pages of the crawl, those that only robots.txt excludes, and home pages of other sites, which
 * `allowExternalLinks` does not accept.
 */
export interface SortedLinks {
  readonly found: readonly NewPage[]
  readonly blocked: readonly string[]
  readonly skipped: readonly string[]
}

export function toSite(start: string, request: SiteRequest, robots: RobotsRules): Site {
  const filter = createLinkFilter(start, request, robots)
  return { start, request, robots, filter, verdictOn: createLinkVerdicts(filter, request) }
}

/**
 * The new start URL of a crawl whose start URL was redirected out of its scope to `landed`. The site chose that page, so that the pages
 * beside it belong to the crawl; but all pages of a site only if they were asked for.
 */
export function findNewStart({ start, filter }: Site, landed: URL): string | undefined {
  if (filter.isInScope(landed)) return undefined
  const folder = new URL('.', landed)
  const isWider = folder.pathname === '/' && new URL(start).pathname !== '/'
  return isWider ? landed.href : folder.href
}

export function sortLinks({ verdictOn, request }: Site, { links, depth, page }: LinkList) {
  const found: NewPage[] = []
  const blocked: string[] = []
  const skipped: string[] = []
  for (const link of links) {
    const { url, denial, urlKey } = verdictOn(link, page)
    if (denial === 'ROBOTS_TXT') blocked.push(url)
    if (denial === 'EXTERNAL_LINK' && request.allowExternalLinks) skipped.push(url)
    if (urlKey !== undefined) found.push({ url, depth, urlKey })
  }
  return { found, blocked, skipped } satisfies SortedLinks
}
