import { z } from 'zod'
import { makeJsonGet } from './json-request.ts'
import { readReply } from './read-json.ts'
import {
  SearchProviderError,
  type RawHit,
  type SearchProvider,
  type ProviderQuery,
} from './provider.ts'

const Result = z.object({
  url: z.string(),
  title: z.string().nullish(),
  content: z.string().nullish(),
  publishedDate: z.string().nullish(),
  img_src: z.string().nullish(),
  thumbnail: z.string().nullish(),
  resolution: z.string().nullish(),
})
const Answer = z.object({
  results: z.array(z.unknown()).max(1_000),
  unresponsive_engines: z.array(z.unknown()).max(1_000).optional(),
})

const categories = { web: 'general', news: 'news', images: 'images' } as const

/** A SearXNG server of the operator; `url` is its address, with the path it is served under. */
export function searxng(url: string): SearchProvider {
  return {
    name: 'searxng',
    sources: ['web', 'news', 'images'],
    supports: {
      operators: 'all',
      time: ['day', 'week', 'month', 'year'],
      language: true,
      safe: true,
    },
    // About this many; it takes no size.
    limits: { perPage: { web: 20, news: 20, images: 50 }, pagesMax: 5, queryCharsMax: 2_048 },
    isFree: true,
    readsPages: true,
    request: (query) =>
      makeJsonGet(
        new URL('search', url.endsWith('/') ? url : `${url}/`).href,
        makeParameters(query),
      ),
    read(answer) {
      const { results, unresponsive_engines: silent = [] } = readReply(answer, Answer)
      if (results.length === 0 && silent.length > 0) {
        throw new SearchProviderError('failed', 'none of its engines responded')
      }
      return results.flatMap(toHit)
    },
    failure: ({ status }) =>
      status === 403
        ? new SearchProviderError(
            'key',
            'JSON is not enabled: add json to search.formats of its settings',
          )
        : undefined,
  }
}

function makeParameters({ text, source, page, language, unit, safe }: ProviderQuery) {
  return {
    q: text,
    format: 'json',
    categories: categories[source],
    pageno: String(page + 1),
    ...(language !== undefined && { language }),
    ...(unit !== undefined && { time_range: unit }),
    ...(safe !== undefined && { safesearch: safe ? '2' : '0' }),
  }
}

function toHit(item: unknown): RawHit[] {
  const { data } = Result.safeParse(item)
  if (!data) return []
  const [, width, height] = /(\d{1,5})\s?[x×]\s?(\d{1,5})/.exec(data.resolution ?? '') ?? []
  const imageUrl = data.img_src || data.thumbnail
  return [
    {
      url: data.url,
      title: data.title,
      text: data.content,
      date: data.publishedDate,
      imageUrl,
      ...(width && { imageWidth: Number(width), imageHeight: Number(height) }),
    },
  ]
}
