import type { CrawlParams } from '#answers/crawl-params.ts'
import {
  atMost,
  exclusions,
  inclusions,
  narrow,
  chooseNarrower,
  onlyIfAsked,
  type Narrowings,
} from '#kernel/narrow.ts'
import { withDefaults, type GivenOptions } from './contract.ts'

const narrowings: Narrowings<CrawlParams> = {
  includePaths: inclusions,
  excludePaths: exclusions,
  maxDiscoveryDepth: atMost,
  crawlEntireDomain: onlyIfAsked,
  allowSubdomains: onlyIfAsked,
  allowExternalLinks: onlyIfAsked,
  // Without links or without sitemaps a crawl finds less.
  sitemap: chooseNarrower({ include: ['include', 'skip', 'only'], skip: ['skip'], only: ['only'] }),
  limit: atMost,
}

/** What is left of the options that a model proposes for a crawl: none admits more pages than the caller has asked for. */
export const narrowCrawl = (given: GivenOptions, proposed: CrawlParams) =>
  narrow<CrawlParams>(narrowings, withDefaults(given), { ...proposed })
