import { toText } from '../format.ts'
import { listLines } from '../lines.ts'
import { noWatch, trimRule, type Rule, type WatchFields } from './monitor-rules.ts'
import * as words from '../words/en/monitor-form.ts'

export type TargetKind = 'scrape' | 'crawl' | 'search' | 'json'

/** What the form shows of the targets of a monitor. `json` is for those that the form has no fields for. */
export interface TargetFields {
  readonly kind: TargetKind
  /** URLs or search queries, one per line. */
  readonly lines: string
  readonly limit: number
  readonly takesScreenshots: boolean
  readonly searchWindow: string
  readonly maxResults: number
  readonly json: string
  readonly watch: WatchFields
}

export interface Target {
  readonly id?: string
  readonly type: string
  readonly url?: string
  readonly urls?: readonly string[]
  readonly queries?: readonly string[]
  readonly searchWindow?: string
  readonly maxResults?: number
  readonly crawlOptions?: Readonly<Record<string, unknown>>
  readonly scrapeOptions?: Readonly<Record<string, unknown>>
  readonly watch?: { readonly ignoreText?: readonly string[]; readonly rules?: readonly Rule[] }
}

export const searchWindows = ['5m', '15m', '1h', '6h', '24h', '7d'] as const

const empty: TargetFields = {
  kind: 'scrape',
  lines: '',
  limit: 100,
  takesScreenshots: false,
  searchWindow: '24h',
  maxResults: 10,
  json: '',
  watch: noWatch,
}

const shot = 'screenshot'

/** Options that the form can show: no others, and the formats that it sets. */
function isPlain({ scrapeOptions = {}, crawlOptions = {} }: Target): boolean {
  const { formats = [], actions: _actions, ...rest } = scrapeOptions
  const { includeTags: _include, excludeTags: _exclude, ...others } = rest
  const { limit: _, ...otherCrawls } = crawlOptions
  const known = Array.isArray(formats) && formats.every((one) => one === shot || one === 'markdown')
  return known && Object.keys(others).length + Object.keys(otherCrawls).length === 0
}

const toLines = (list: unknown) => (Array.isArray(list) ? list.join('\n') : '')

const readWatch = ({ scrapeOptions = {}, watch = {} }: Target): WatchFields => ({
  include: toLines(scrapeOptions['includeTags']),
  exclude: toLines(scrapeOptions['excludeTags']),
  ignoreText: toLines(watch.ignoreText),
  rules: watch.rules ?? [],
  actions: Array.isArray(scrapeOptions['actions']) ? scrapeOptions['actions'] : [],
})

const isSameWatch = (one: Target, other: Target) =>
  JSON.stringify(readWatch(one)) === JSON.stringify(readWatch(other))

/** The members of a target that say what of its pages is watched. */
function makeWatch({ takesScreenshots, watch }: TargetFields) {
  const [includeTags, excludeTags, ignoreText] = [
    watch.include,
    watch.exclude,
    watch.ignoreText,
  ].map((text) => listLines(text))
  const rules = watch.rules.map(trimRule)
  const scrapeOptions = {
    ...(takesScreenshots && { formats: ['markdown', shot] }),
    ...(includeTags?.length && { includeTags }),
    ...(excludeTags?.length && { excludeTags }),
    ...(watch.actions.length > 0 && { actions: watch.actions }),
  }
  const hasOptions = Object.keys(scrapeOptions).length > 0
  const isWatched = rules.length > 0 || Boolean(ignoreText?.length)
  return {
    ...(hasOptions && { scrapeOptions }),
    ...(isWatched && { watch: { ignoreText: ignoreText ?? [], rules } }),
  }
}

const hasScreenshots = ({ scrapeOptions = {} }: Target) => {
  const { formats } = scrapeOptions
  return Array.isArray(formats) && formats.includes(shot)
}

/** The fields for targets; the targets as JSON when the form cannot show all of them. */
export function makeFields(targets: readonly Target[]): TargetFields {
  const [first] = targets
  if (!first) return empty
  const json = JSON.stringify(targets, null, 2)
  const others = targets.some(
    (one) =>
      one.type !== first.type ||
      !isPlain(one) ||
      hasScreenshots(one) !== hasScreenshots(first) ||
      !isSameWatch(one, first) ||
      one.crawlOptions?.['limit'] !== first.crawlOptions?.['limit'],
  )
  const hasDomains = 'includeDomains' in first || 'excludeDomains' in first
  const isSeveralSearches = first.type === 'search' && targets.length > 1
  if (others || hasDomains || isSeveralSearches) return { ...empty, kind: 'json', json }
  const lines = targets.flatMap(({ url, urls, queries }) => urls ?? queries ?? [url ?? ''])
  const { searchWindow = '24h', maxResults = 10, crawlOptions = {} } = first
  const limit = typeof crawlOptions['limit'] === 'number' ? crawlOptions['limit'] : empty.limit
  return {
    kind: first.type === 'crawl' || first.type === 'search' ? first.type : 'scrape',
    lines: lines.join('\n'),
    limit,
    takesScreenshots: hasScreenshots(first),
    searchWindow,
    maxResults,
    json,
    watch: readWatch(first),
  }
}

/** The targets that the fields describe, with the ids of those that stay. Throws for text that is no JSON. */
export function makeTargets(fields: TargetFields, before: readonly Target[]): Target[] {
  const { kind, limit, searchWindow, maxResults } = fields
  const lines = listLines(fields.lines)
  const options = makeWatch(fields)
  if (kind === 'json') return parsed(fields.json)
  if (kind === 'crawl')
    return lines.map((url) => ({
      ...keepId(before.find((one) => one.type === 'crawl' && one.url === url)),
      type: kind,
      url,
      crawlOptions: { limit },
      ...options,
    }))
  const same = keepId(before.find(({ type }) => type === kind))
  if (kind === 'search') return [{ ...same, type: kind, queries: lines, searchWindow, maxResults }]
  return [{ ...same, type: kind, urls: lines, ...options }]
}

const keepId = (target: Target | undefined) => (target?.id === undefined ? {} : { id: target.id })

function parsed(text: string): Target[] {
  try {
    const value: unknown = JSON.parse(text)
    if (Array.isArray(value)) return value as Target[]
  } catch {
    // The same text for what is no JSON and for what is no list.
  }
  throw new Error(words.targetsInvalid)
}

/** What targets are about, in one line. */
export function targetText(targets: readonly Target[], short: (url: string) => string): string {
  const names = targets.flatMap(({ url, urls, queries }) => urls ?? queries ?? [url ?? ''])
  const shown = names
    .slice(0, 3)
    .map((name) => short(toText(name)))
    .join(', ')
  return names.length > 3 ? words.targetsMore(shown, names.length - 3) : shown
}
