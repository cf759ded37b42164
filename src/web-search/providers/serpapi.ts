import { z } from 'zod'
import { googleReach } from './google-reach.ts'
import { makeJsonGet } from './json-request.ts'
import { readItems } from './read-items.ts'
import { readReply } from './read-json.ts'
import { SearchProviderError, type SearchProvider, type ProviderQuery } from './provider.ts'

const items = z.array(z.unknown()).max(1_000).optional()
const Answer = z.object({
  organic_results: items,
  news_results: items,
  images_results: items,
  error: z.string().optional(),
})
const Result = z.object({
  link: z.string(),
  title: z.string().nullish(),
  snippet: z.string().nullish(),
  date: z.string().nullish(),
  original: z.string().nullish(),
  original_width: z.number().nullish(),
  original_height: z.number().nullish(),
})

const verticals = { web: undefined, news: 'nws', images: 'isch' } as const

/** SerpApi, results of Google (https://serpapi.com/search-api). */
export function serpapi(key: string): SearchProvider {
  return {
    name: 'serpapi',
    ...googleReach,
    request: (query) => makeJsonGet('https://serpapi.com/search.json', makeParameters(query, key)),
    read(answer) {
      const {
        organic_results: web,
        news_results: news,
        images_results: images,
        error,
      } = readReply(answer, Answer)
      const found = images ?? news ?? web
      // A search without results is reported as an error too.
      if (!found && error !== undefined && !/any results/i.test(error)) {
        throw new SearchProviderError('failed', 'reported an error')
      }
      return readItems(found, Result, (item) => ({
        url: item.link,
        title: item.title,
        text: item.snippet,
        date: item.date,
        imageUrl: item.original,
        imageWidth: item.original_width,
        imageHeight: item.original_height,
      }))
    },
  }
}

function makeParameters(query: ProviderQuery, key: string) {
  const { source, text, count, page, tbs, filter, country, language, location, safe } = query
  const vertical = verticals[source]
  return {
    engine: 'google',
    api_key: key,
    q: text,
    ...(vertical !== undefined && { tbm: vertical }),
    // Images are paged by number, the others by offset.
    ...(source === 'images'
      ? { ijn: String(page) }
      : { num: String(count), start: String(page * count) }),
    ...(tbs !== undefined && { tbs }),
    ...(filter !== undefined && { filter }),
    ...(country !== undefined && { gl: country.toLowerCase() }),
    ...(language !== undefined && { hl: language.toLowerCase() }),
    ...(location !== undefined && { location }),
    ...(safe !== undefined && { safe: safe ? 'active' : 'off' }),
  }
}
