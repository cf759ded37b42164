import { scrapePrice } from '#credits/prices.ts'
import { intervalMs, type Schedule } from './cron.ts'
import type { MonitorTarget } from './targets.ts'

interface Watched {
  readonly targets: readonly MonitorTarget[]
  readonly judgeEnabled: boolean
}

const crawlLimit = 10_000
/** More than anybody has, and far from what a sum in a column of the ledger holds. */
const creditsMax = 1_000_000_000_000
const judgePrice = 1
const monthMs = 30 * 86_400_000
const pricePerTenResults = 2

/** The most a check can come to, in credits: what is set aside for it (contract sections 13.5 and 13.8). */
export function creditsPerCheck({ targets, judgeEnabled }: Watched): number {
  let credits = 0
  for (const target of targets) credits += creditsOf(target, judgeEnabled ? judgePrice : 0)
  return Math.min(credits, creditsMax)
}

/** What a month of checks can come to, as far as JSON has numbers for it. */
export function creditsPerMonth(watched: Watched, schedule: Schedule, from: Date): number {
  const credits = creditsPerCheck(watched) * Math.ceil(monthMs / intervalMs(schedule, from))
  return Math.min(credits, Number.MAX_SAFE_INTEGER)
}

function creditsOf(target: MonitorTarget, judging: number): number {
  if (target.type === 'search') {
    const results = target.maxResults * target.queries.length
    return pricePerTenResults * Math.ceil(results / 10) + judging * target.maxResults
  }
  const perPage = pagePrice(target.scrapeOptions) + judging
  return perPage * (target.type === 'scrape' ? target.urls.length : limitOf(target.crawlOptions))
}

function limitOf({ limit }: Readonly<Record<string, unknown>>): number {
  return typeof limit === 'number' ? limit : crawlLimit
}

const jsonPrice = 5
const deterministicPrice = 7
const surcharge = 4
const surcharged = new Set(['question', 'query', 'highlights', 'audio', 'video'])

/** What a page costs with these options, before they are looked at closely. */
function pagePrice(options: Readonly<Record<string, unknown>>): number {
  const formats = Array.isArray(options['formats']) ? (options['formats'] as unknown[]) : []
  const types = formats.map(typeOf)
  const isJson = types.includes('json') || formats.some(comparesJson)
  const base = types.includes('deterministicJson')
    ? deterministicPrice
    : isJson
      ? jsonPrice
      : scrapePrice({ kind: 'page' }, { zeroDataRetention: false })
  const extras = types.filter((type) => surcharged.has(type)).length
  return base + surcharge * (extras + (options['lockdown'] === true ? 1 : 0))
}

const typeOf = (format: unknown): string =>
  typeof format === 'object' && format !== null && 'type' in format
    ? String(format.type)
    : String(format)

const comparesJson = (format: unknown): boolean =>
  typeof format === 'object' &&
  format !== null &&
  'modes' in format &&
  Array.isArray(format.modes) &&
  format.modes.includes('json')
