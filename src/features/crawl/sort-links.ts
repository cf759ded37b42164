import type { RobotsRules } from '#fetch/robots-rules.ts'
import type { NewPage } from '#jobs/job.ts'
import type { KeptCrawl } from './contract.ts'
import { createLinkFilter, type LinkFilter } from './link-filter.ts'
import { createVerdicts, type Verdict } from './link-verdicts.ts'

/** What decides which links are pages of a crawl. */
export type SiteRequest = Omit<KeptCrawl, 'scrapeOptions' | 'webhook'>

/** A site that is crawled from `start`. */
export interface Site {
  readonly start: string
  readonly request: SiteRequest
  readonly robots: RobotsRules
  readonly filter: LinkFilter
  readonly verdictOn: (link: string, page?: string) => Verdict
}

/** The links of a page, or of a sitemap. */
export interface LinkList {
  readonly links: readonly string[]
  /** Of the pages that the links lead to. */
  readonly depth: number
  /** The page that the links stand on; sitemaps are none. */
  readonly page?: string
}

/**
 * The links that are pages of the crawl, those that robots.txt alone keeps from it, and home pages of other sites that
 * `allowExternalLinks` does not take.
 */
export interface SortedLinks {
  readonly found: readonly NewPage[]
  readonly blocked: readonly string[]
  readonly skipped: readonly string[]
}

export function toSite(start: string, request: SiteRequest, robots: RobotsRules): Site {
  const filter = createLinkFilter(start, request, robots)
  return { start, request, robots, filter, verdictOn: createVerdicts(filter, request) }
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
