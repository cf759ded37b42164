import { pageIdentity } from '#features/map/page-identity.ts'
import type { KeptCrawl } from './contract.ts'
import type { LinkFilter } from './link-filter.ts'

/** What becomes of a link: the page of the crawl it leads to, or why it leads to none. */
export type Verdict =
  | { readonly identity: string; readonly denial?: undefined }
  | {
      readonly identity?: undefined
      readonly denial: NonNullable<ReturnType<LinkFilter['denialOf']>>
    }

const rememberedMax = 20_000

/** Judges links by a filter, and remembers: most pages of a site link to the same others. */
export function createVerdicts(filter: LinkFilter, request: KeptCrawl): (link: string) => Verdict {
  const remembered = new Map<string, Verdict>()

  function judge(link: string): Verdict {
    const denial = filter.denialOf(link)
    return denial === undefined ? { identity: pageIdentity(link, request) } : { denial }
  }

  return function verdictOn(link) {
    const before = remembered.get(link)
    if (before) return before
    const verdict = judge(link)
    if (remembered.size >= rememberedMax) remembered.clear()
    remembered.set(link, verdict)
    return verdict
  }
}
