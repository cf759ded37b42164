import { urlKeyOf, withoutSection } from '#features/map/url-key.ts'
import type { CrawlerOptions } from './contract.ts'
import type { Denial, LinkFilter } from './link-filter.ts'

/** What becomes of a link: the page of the crawl it leads to, or why it leads to none. */
export type Verdict =
  | { readonly url: string; readonly urlKey: string; readonly denial?: undefined }
  | {
      readonly url: string
      readonly urlKey?: undefined
      readonly denial: Denial | 'SECTION_LINK'
    }

const rememberedMax = 20_000
/** Longer ones are judged again each time, so that what is remembered stays below 20 MB. */
const rememberedLengthMax = 1_000

/**
 * Judges links by a filter, and remembers: most pages of a site link to the same others. A link to a section of
 * another page leads to that page; one to a section of `page`, on which it stands, leads nowhere else.
 */
export function createVerdicts(
  filter: LinkFilter,
  request: CrawlerOptions,
): (link: string, page?: string) => Verdict {
  const remembered = new Map<string, Verdict>()

  function judge(url: string): Verdict {
    const denial = filter.denialOf(url)
    return denial === undefined ? { url, urlKey: urlKeyOf(url, request) } : { url, denial }
  }

  return function verdictOn(link, page) {
    const url = withoutSection(link)
    if (url === page && url !== link) return { url, denial: 'SECTION_LINK' }
    const before = remembered.get(url)
    if (before) return before
    const verdict = judge(url)
    if (remembered.size >= rememberedMax) remembered.clear()
    if (url.length <= rememberedLengthMax) remembered.set(url, verdict)
    return verdict
  }
}
