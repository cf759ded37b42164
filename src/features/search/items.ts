import { readUrl } from '#kernel/url.ts'
import { findCategory, isDeveloper } from '#web-search/categories.ts'
import type { SearchRequest } from './contract.ts'
import type { Hit, Source } from '#web-search/providers/provider.ts'
import type { ImageItem, NewsItem, WebItem } from './reply.ts'
import type { SourceResult } from '#web-search/search-source.ts'
import { dateOfHit } from '#web-search/time-range.ts'

/** The items of each group, as in docs/api/search.md. */
export interface Items {
  web?: WebItem[]
  news?: NewsItem[]
  images?: ImageItem[]
}

/** What determines the items of an answer. */
export interface ItemRules {
  readonly request: SearchRequest
  readonly sortsByDate: boolean
  readonly allowedHosts: readonly string[]
  readonly now: Date
}

/** More results of one host come after those of others, unless the caller has named sites. */
const perHostMax = 3

/** Filters, orders, cuts and then numbers the results of each source. */
export function toItems(results: readonly SourceResult[], rules: ItemRules): Items {
  const items: Items = {}
  for (const { source, hits } of results) {
    const chosen = choose(hits, source, rules)
    if (source === 'web') items.web = chosen.map((hit, index) => toWeb(hit, index, rules))
    else if (source === 'news') items.news = chosen.map((hit, index) => toNews(hit, index, rules))
    else
      items.images = chosen
        .flatMap(toImage)
        .map((item, index) => ({ ...item, position: index + 1 }))
  }
  return items
}

function choose(hits: readonly Hit[], source: Source, rules: ItemRules): Hit[] {
  const { request, sortsByDate, allowedHosts, now } = rules
  const valid = request.ignoreInvalidURLs
    ? hits.filter(({ url }) => readUrl(url, allowedHosts).status === 'read')
    : [...hits]
  const usable =
    source === 'images' ? valid.filter(({ imageUrl }) => imageUrl !== undefined) : valid
  const namesSites =
    request.jobId !== undefined ||
    (request.includeDomains?.length ?? 0) > 0 ||
    /\bsite:/i.test(request.query)
  const spread = source !== 'web' || namesSites ? usable : spreadOverHosts(usable)
  const readTime = ({ date }: Hit) => dateOfHit(date, now)?.getTime() ?? Number.NEGATIVE_INFINITY
  const ordered = sortsByDate ? spread.toSorted((a, b) => readTime(b) - readTime(a) || 0) : spread
  return ordered.slice(0, request.limit)
}

function spreadOverHosts(hits: readonly Hit[]): Hit[] {
  const counts = new Map<string, number>()
  const [first, later]: [Hit[], Hit[]] = [[], []]
  for (const hit of hits) {
    const { host } = new URL(hit.url)
    const count = (counts.get(host) ?? 0) + 1
    counts.set(host, count)
    if (count > perHostMax) later.push(hit)
    else first.push(hit)
  }
  return [...first, ...later]
}

function toWeb(
  { url, title, text, passages }: Hit,
  index: number,
  { request }: ItemRules,
): WebItem {
  const category = request.categories.some(({ type }) => isDeveloper(type))
    ? ('developer' as const)
    : findCategory(url, request.categories)
  return {
    url,
    title,
    description: text,
    position: index + 1,
    ...(category && { category }),
    ...(passages && { passages }),
  }
}

function toNews(hit: Hit, index: number, { request }: ItemRules): NewsItem {
  const { url, title, text, date, imageUrl } = hit
  const category = findCategory(url, request.categories)
  return {
    title,
    url,
    snippet: text,
    ...(date !== undefined && { date }),
    ...(imageUrl !== undefined && { imageUrl }),
    position: index + 1,
    ...(category && { category }),
  }
}

function toImage({
  url,
  title,
  imageUrl,
  imageWidth,
  imageHeight,
}: Hit): Omit<ImageItem, 'position'>[] {
  if (imageUrl === undefined) return []
  return [
    {
      title,
      imageUrl,
      ...(imageWidth !== undefined && { imageWidth }),
      ...(imageHeight !== undefined && { imageHeight }),
      url,
    },
  ]
}
