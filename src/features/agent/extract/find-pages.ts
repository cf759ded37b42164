import { prices, searchPrice } from '#credits/prices.ts'
import { mapRequest } from '#features/map/contract.ts'
import { ServiceError } from '#kernel/errors.ts'
import { RunError } from '#features/agent/runs/run.ts'
import type { Extraction, ExtractDeps } from './extract-work.ts'

const pagesDefault = 25
const foundMax = 5
const part = '/*'

/** The pages of an extraction: the given ones, those below URLs that end with a star, and those that a search finds. */
export async function findPages(
  extraction: Extraction,
  { operations, urlRules }: Pick<ExtractDeps, 'operations' | 'urlRules'>,
): Promise<string[]> {
  const { body, journal, budget, call } = extraction
  const { urls, prompt, enableWebSearch, limit = pagesDefault } = body

  /** A source of pages that fails is skipped, unless it is the only one. */
  const once = (index: number, credits: number, find: () => Promise<Found>): Promise<string[]> =>
    journal.once({ agent: 'extract', turn: 0, kind: 'result', call: `find ${index}` }, async () => {
      using reservation = await budget.reserve({ credits })
      if (!reservation) throw poorRun(budget)
      const found = await find().catch((thrown: unknown): Found => {
        call.signal.throwIfAborted()
        if (!(thrown instanceof ServiceError)) throw thrown
        budget.countFailed({ pages: 1 })
        return { urls: [], credits: 0 }
      })
      return { value: [...found.urls], credits: found.credits }
    })

  const found: string[] = []
  for (const [index, url] of urls.entries()) {
    if (!url.endsWith(part)) found.push(url)
    else {
      const start = url.slice(0, -part.length + 1)
      const request = mapRequest(urlRules).parse(makeMapRequest(start, body, limit))
      const below = await once(index, prices.map, () => operations.map(request, call))
      found.push(...(below.length > 0 ? below : [start]))
    }
  }
  if (prompt !== undefined && (enableWebSearch || urls.length === 0)) {
    const pages = await once(urls.length, searchPrice(foundMax, noZeroDataRetention), async () => {
      const { pages: hits, credits } = await operations.search(prompt, foundMax, call)
      return { urls: hits.map(({ url }) => url), credits }
    })
    found.push(...pages)
  }
  return [...new Set(found)].slice(0, limit)
}

interface Found {
  readonly urls: readonly string[]
  readonly credits: number
}

const noZeroDataRetention = { zeroDataRetention: false }

/** The failure of a run whose next page nothing is left for. */
export const poorRun = ({ allowanceFailure }: Extraction['budget']) =>
  new RunError(allowanceFailure ?? 'Payment Required: Insufficient credits')

function makeMapRequest(
  url: string,
  { prompt, allowExternalLinks, ignoreSitemap, includeSubdomains }: Extraction['body'],
  limit: number,
) {
  return {
    url,
    limit,
    allowExternalLinks,
    includeSubdomains,
    sitemap: ignoreSitemap ? 'skip' : 'include',
    ...(prompt !== undefined && { search: prompt.slice(0, searchMax) }),
  }
}

const searchMax = 2_000
