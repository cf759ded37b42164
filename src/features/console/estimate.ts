import { z } from 'zod'
import { safetyPrice, scrapePrice, searchPrice } from '#credits/prices.ts'
import { estimateCredits } from '#formats/estimate.ts'
import { Formats } from '#formats/request.ts'

/** Price of a request before it is sent. */
export interface Estimate {
  readonly credits: number
  /** The work decides how much of it is spent. */
  readonly isMaximum: boolean
}

/** The members of requests that decide about prices; all others are unread, and may have mistakes. */
const Priced = z.looseObject({
  formats: z.unknown().optional(),
  lockdown: z.boolean().catch(false),
  zeroDataRetention: z.boolean().catch(false),
  redactPII: z.unknown().optional(),
  checkPromptInjection: z.boolean().catch(false),
  urls: z.array(z.unknown()).catch([]),
  limit: z.number().optional().catch(undefined),
  maxCredits: z.number().optional().catch(undefined),
  scrapeOptions: z.looseObject({}).optional().catch(undefined),
})
type Priced = z.output<typeof Priced>

/** Default limits of the operations (docs/api). */
const limits = { crawl: 10_000, search: 10, agentCredits: 2_500 }

/** Returns the price of a request to an operation such as `post /v2/scrape`; undefined when the price is not known in advance. */
export function createEstimate({ hasModel }: { readonly hasModel: boolean }) {
  const pagePrice = ({ formats, lockdown, zeroDataRetention, ...options }: Priced): number => {
    const kind = lockdown ? 'lockdown-hit' : 'page'
    const page = scrapePrice({ kind }, { zeroDataRetention: zeroDataRetention && !lockdown })
    const checks = {
      redactsPii: Boolean(options.redactPII),
      checksInjection: options.checkPromptInjection,
    }
    const wanted = Formats.safeParse(formats).data ?? []
    return estimateCredits(wanted, page, { hasModel }) + safetyPrice(checks, 1)
  }
  const innerPrice = ({ scrapeOptions }: Priced) => pagePrice(Priced.parse(scrapeOptions ?? {}))
  const prices: Readonly<Record<string, (request: Priced) => Estimate>> = {
    'post /v2/scrape': (request) => ({ credits: pagePrice(request), isMaximum: false }),
    'post /v2/parse': (request) => ({ credits: pagePrice(request), isMaximum: false }),
    'post /v2/map': () => ({ credits: 1, isMaximum: false }),
    'post /v2/batch/scrape': (request) => ({
      credits: request.urls.length * pagePrice(request),
      isMaximum: true,
    }),
    'post /v2/crawl': (request) => ({
      credits: (request.limit ?? limits.crawl) * innerPrice(request),
      isMaximum: true,
    }),
    'post /v2/search': (request) => {
      const { limit = limits.search, zeroDataRetention, scrapeOptions } = request
      const isReading = Formats.safeParse(scrapeOptions?.['formats']).data?.length ?? 0
      const pages = isReading > 0 ? limit * innerPrice(request) : 0
      return { credits: searchPrice(limit, { zeroDataRetention }) + pages, isMaximum: true }
    },
    'post /v2/agent': ({ maxCredits = limits.agentCredits }) => ({
      credits: maxCredits,
      isMaximum: true,
    }),
    'post /v2/monitor': () => ({ credits: 0, isMaximum: false }),
  }
  return function estimate(operation: string, request: object): Estimate | undefined {
    if (operation.startsWith('get ') || operation.startsWith('delete '))
      return { credits: 0, isMaximum: false }
    return prices[operation]?.(Priced.parse(request))
  }
}
