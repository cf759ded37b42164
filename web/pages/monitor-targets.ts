import { toText } from '../format.ts'
import { isObject } from '../json.ts'
import { listLines } from '../lines.ts'
import { noWatch, trimRule, type Rule, type WatchFields } from './monitor-rules.ts'
import type { Values } from './playground-request.ts'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/monitor-form.ts'

export type TargetKind = 'scrape' | 'crawl' | 'search' | 'json'

/** What the form shows of the targets of a monitor. `json` is for those that the form has no fields for. */
export interface TargetFields {
  readonly kind: TargetKind
  /** URLs or search queries, one per line. */
  readonly lines: string
  readonly limit: number
  readonly searchWindow: string
  readonly maxResults: number
  readonly json: string
  readonly watch: WatchFields
  /** The options that neither `watch` nor `limit` shows. */
  readonly scrapeOptions: Values
  readonly crawlOptions: Values
}

export interface Target {
  readonly id?: string
  readonly type: string
  readonly url?: string
  readonly urls?: readonly string[]
  readonly queries?: readonly string[]
  readonly searchWindow?: string
  readonly maxResults?: number
  readonly crawlOptions?: Values
  readonly scrapeOptions?: Values
  readonly watch?: { readonly ignoreText?: readonly string[]; readonly rules?: readonly Rule[] }
}

export const searchWindows = ['5m', '15m', '1h', '6h', '24h', '7d'] as const

const empty: TargetFields = {
  kind: 'scrape',
  lines: '',
  limit: 100,
  searchWindow: '24h',
  maxResults: 10,
  json: '',
  watch: noWatch,
  scrapeOptions: {},
  crawlOptions: {},
}

const shot = 'screenshot'

const isShot = (format: unknown) => format === shot || (isObject(format) && format['type'] === shot)

const listFormats = ({ formats }: Values): readonly unknown[] =>
  Array.isArray(formats) ? formats : []

export const hasScreenshots = (options: Values) => listFormats(options).some(isShot)

/** The options with pictures of the pages, or without. */
export function takeScreenshots(options: Values, isTaken: boolean): Values {
  const { formats: _, ...rest } = options
  const others = listFormats(options).filter((format) => !isShot(format))
  const formats = isTaken ? [...(others.length === 0 ? ['markdown'] : others), shot] : others
  const isDefault = formats.length === 0 || (formats.length === 1 && formats[0] === 'markdown')
  return isDefault ? rest : { ...rest, formats }
}

const toLines = (list: unknown) => (Array.isArray(list) ? list.join('\n') : '')

/** What the fields show of a target beside its URLs. */
function readOptions({ scrapeOptions = {}, crawlOptions = {}, watch = {} }: Target) {
  const { includeTags, excludeTags, actions, ...otherOptions } = scrapeOptions
  const { limit, ...otherCrawls } = crawlOptions
  return {
    limit: typeof limit === 'number' ? limit : empty.limit,
    watch: {
      include: toLines(includeTags),
      exclude: toLines(excludeTags),
      ignoreText: toLines(watch.ignoreText),
      rules: watch.rules ?? [],
      actions: Array.isArray(actions) ? actions : [],
    },
    scrapeOptions: otherOptions,
    crawlOptions: otherCrawls,
  }
}

/** The members of a target that say how its pages are read and what of them is watched. */
function makeOptions({ watch, scrapeOptions: others }: TargetFields) {
  const [includeTags, excludeTags, ignoreText] = [
    watch.include,
    watch.exclude,
    watch.ignoreText,
  ].map((text) => listLines(text))
  const rules = watch.rules.map(trimRule)
  const scrapeOptions = {
    ...others,
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

/** The fields for targets; the targets as JSON when the form cannot show all of them. */
export function makeFields(targets: readonly Target[]): TargetFields {
  const [first] = targets
  if (!first) return empty
  const json = JSON.stringify(targets, null, 2)
  const options = readOptions(first)
  const isSame = (one: Target) =>
    one.type === first.type && JSON.stringify(readOptions(one)) === JSON.stringify(options)
  const hasDomains = 'includeDomains' in first || 'excludeDomains' in first
  const isSeveralSearches = first.type === 'search' && targets.length > 1
  if (!targets.every(isSame) || hasDomains || isSeveralSearches)
    return { ...empty, kind: 'json', json }
  const lines = targets.flatMap(({ url, urls, queries }) => urls ?? queries ?? [url ?? ''])
  const { searchWindow = empty.searchWindow, maxResults = empty.maxResults } = first
  return {
    kind: first.type === 'crawl' || first.type === 'search' ? first.type : 'scrape',
    lines: lines.join('\n'),
    searchWindow,
    maxResults,
    json,
    ...options,
  }
}

/** The targets that the fields describe, with the ids of those that stay. Throws for text that is no JSON. */
export function makeTargets(fields: TargetFields, before: readonly Target[]): Target[] {
  const { kind, limit, searchWindow, maxResults } = fields
  const lines = listLines(fields.lines)
  const options = makeOptions(fields)
  if (kind === 'json') return parsed(fields.json)
  if (kind === 'crawl')
    return lines.map((url) => ({
      ...keepId(before.find((one) => one.type === 'crawl' && one.url === url)),
      type: kind,
      url,
      crawlOptions: { ...fields.crawlOptions, limit },
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
  return names.length > 3 ? fill(words.targetsMore, { shown, names: names.length - 3 }) : shown
}
