import { isObject } from '../json.ts'
import { go } from '../router.ts'
import type { Target } from './monitor-targets.ts'
import type { Remembered } from './request-history.ts'

/** What the form of a new monitor begins with. */
export interface Scheduled {
  readonly name: string
  readonly targets: readonly Target[]
  /** Options of the request that a monitor does not have. */
  readonly left: readonly string[]
}

let pending: Scheduled | undefined

/** Takes the request that is to be scheduled; undefined when there is none. */
export function takeScheduled(): Scheduled | undefined {
  const taken = pending
  pending = undefined
  return taken
}

/** Opens the form of a new monitor that does what the request does. */
export function schedule(scheduled: Scheduled): void {
  pending = scheduled
  go('/console/monitors?new')
}

type Made = Pick<Scheduled, 'targets' | 'left'>
type Values = Remembered['values']

/** The options among the values without those of these names, and which of them there were. */
function leave(values: Values, names: readonly string[]) {
  const isLeft = (name: string) => names.includes(name)
  const entries = Object.entries(values)
  const left = entries.flatMap(([name]) => (isLeft(name) ? [name] : []))
  return { options: Object.fromEntries(entries.filter(([name]) => !isLeft(name))), left }
}

const ofJobs = ['webhook', 'maxConcurrency', 'appendToId', 'ignoreInvalidURLs', 'auditMetadata']
const listTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : []

/** By operation: the targets of a monitor that does the same. */
const makers: Readonly<Record<string, (values: Values) => Made>> = {
  'post /v2/scrape'({ url, ...rest }) {
    const { options, left } = leave(rest, ['auditMetadata'])
    return { targets: [{ type: 'scrape', urls: listTexts(url), scrapeOptions: options }], left }
  },
  'post /v2/batch/scrape'({ urls, ...rest }) {
    const { options, left } = leave(rest, ofJobs)
    return { targets: [{ type: 'scrape', urls: listTexts(urls), scrapeOptions: options }], left }
  },
  'post /v2/crawl'({ url, scrapeOptions, zeroDataRetention, ...rest }) {
    const { options, left } = leave(rest, [...ofJobs, 'prompt'])
    const pages = {
      ...(isObject(scrapeOptions) && scrapeOptions),
      // A monitor refuses it, and says why.
      ...(zeroDataRetention !== undefined && { zeroDataRetention }),
    }
    const target = { type: 'crawl', crawlOptions: options, scrapeOptions: pages }
    return { targets: listTexts(url).map((one) => ({ ...target, url: one })), left }
  },
  'post /v2/search'({ query, limit, includeDomains, excludeDomains, ...rest }) {
    const target = {
      type: 'search',
      queries: listTexts(query),
      ...(typeof limit === 'number' && { maxResults: limit }),
      ...(includeDomains !== undefined && { includeDomains }),
      ...(excludeDomains !== undefined && { excludeDomains }),
    }
    return { targets: [target], left: Object.keys(rest) }
  },
}

/** The targets of a monitor that does what a request does; undefined for an operation that none does. */
export const makeScheduled = ({ key, values }: Remembered): Made | undefined =>
  makers[key]?.(values)
