import { createMemory } from '#kernel/memory.ts'
import { makeUrlKey, withoutSection } from '#sites/url-key.ts'
import type { CrawlerOptions } from './contract.ts'
import type { Denial, LinkFilter } from './link-filter.ts'

/** The page of the crawl that a link leads to, or why it is excluded. */
export type LinkVerdict =
  | { readonly url: string; readonly urlKey: string; readonly denial?: undefined }
  | {
      readonly url: string
      readonly urlKey?: undefined
      readonly denial: Denial | 'SECTION_LINK'
    }

const cachedMax = 20_000
/** Longer URLs are not cached, which limits the cache to 20 MB. */
const cachedLengthMax = 1_000

/**
 * Judges links by a filter and caches the results, because most pages of a site link to the same others. A link to a section
 * of another page leads to that page; a link to a section of `page`, which contains it, is excluded.
 */
export function createLinkVerdicts(
  filter: LinkFilter,
  request: CrawlerOptions,
): (link: string, page?: string) => LinkVerdict {
  const cached = createMemory<LinkVerdict>({ sizeMax: cachedMax })

  function judge(url: string): LinkVerdict {
    const denial = filter.findDenial(url)
    return denial === undefined ? { url, urlKey: makeUrlKey(url, request) } : { url, denial }
  }

  return function verdictOn(link, page) {
    const url = withoutSection(link)
    if (url === page && url !== link) return { url, denial: 'SECTION_LINK' }
    const before = cached.get(url)
    if (before) return before
    const verdict = judge(url)
    if (url.length <= cachedLengthMax) cached.set(url, verdict)
    return verdict
  }
}
