import { prices, safetyPrice, scrapePrice } from '#credits/prices.ts'
import { estimateCredits } from '#formats/estimate.ts'
import { Formats } from '#formats/request.ts'
import { intervalMs, type Schedule } from '#features/monitor/schedule/cron.ts'
import type { MonitorTarget } from '#features/monitor/targets.ts'

interface Watched {
  readonly targets: readonly MonitorTarget[]
  readonly judgeEnabled: boolean
}

const crawlLimit = 10_000
/** Larger than any balance, and far below the limit of the ledger column. */
const creditsMax = 1_000_000_000_000
const monthMs = 30 * 86_400_000

/** Maximum cost of a check in credits, which is reserved (docs/api/monitor.md). */
export function creditsPerCheck({ targets, judgeEnabled }: Watched): number {
  let credits = 0
  for (const target of targets) credits += countCredits(target, judgeEnabled ? prices.judgment : 0)
  return Math.min(credits, creditsMax)
}

/** Maximum cost of a month of checks, capped to what JSON numbers can represent. */
export function creditsPerMonth(watched: Watched, schedule: Schedule, from: Date): number {
  const credits = creditsPerCheck(watched) * Math.ceil(monthMs / intervalMs(schedule, from))
  return Math.min(credits, Number.MAX_SAFE_INTEGER)
}

function countCredits(target: MonitorTarget, judging: number): number {
  if (target.type === 'search') {
    const results = target.maxResults * target.queries.length
    return prices.tenResults * Math.ceil(results / 10) + judging * target.maxResults
  }
  const perPage = pagePrice(target.scrapeOptions) + judging
  return perPage * (target.type === 'scrape' ? target.urls.length : readLimit(target.crawlOptions))
}

function readLimit({ limit }: Readonly<Record<string, unknown>>): number {
  return typeof limit === 'number' ? limit : crawlLimit
}

const lockdownExtra = 4

/** Price of a page with these options, which are not validated yet. */
function pagePrice(options: Readonly<Record<string, unknown>>): number {
  const formats = Formats.safeParse(options['formats'])
  const page = scrapePrice({ kind: 'page' }, { zeroDataRetention: false })
  const lockdown = options['lockdown'] === true ? lockdownExtra : 0
  const safety = safetyPrice(
    {
      redactsPii: Boolean(options['redactPII']),
      checksInjection: options['checkPromptInjection'] === true,
    },
    1,
  )
  return estimateCredits(formats.data ?? [], page) + lockdown + safety
}
