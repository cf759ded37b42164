import { z } from 'zod'
import { formatDays } from './day.ts'
import { makeJsonGet } from './json-request.ts'
import { readItems } from './read-items.ts'
import { readReply } from './read-json.ts'
import type { SearchProvider, ProviderQuery } from './provider.ts'

const items = z.array(z.unknown()).max(1_000).nullish()
const Answer = z.object({ web: z.object({ results: items }).nullish(), results: items })
const Result = z.object({
  url: z.string(),
  title: z.string().nullish(),
  description: z.string().nullish(),
  page_age: z.string().nullish(),
  age: z.string().nullish(),
  thumbnail: z.object({ src: z.string().nullish() }).nullish(),
  properties: z
    .object({
      url: z.string().nullish(),
      width: z.number().nullish(),
      height: z.number().nullish(),
    })
    .nullish(),
})

/** Brave Search API (https://api-dashboard.search.brave.com/app/documentation). */
export function brave(key: string): SearchProvider {
  return {
    name: 'brave',
    sources: ['web', 'news', 'images'],
    supports: {
      operators: 'all',
      time: 'range',
      country: true,
      language: true,
      safe: true,
    },
    limits: { perPage: { web: 20, news: 50, images: 100 }, pagesMax: 5, queryCharsMax: 400 },
    isFree: false,
    request: (query) =>
      makeJsonGet(
        `https://api.search.brave.com/res/v1/${query.source}/search`,
        makeParameters(query),
        {
          'x-subscription-token': key,
        },
      ),
    read(answer) {
      const { web, results } = readReply(answer, Answer)
      return readItems(web?.results ?? results, Result, (item) => {
        const { properties, thumbnail } = item
        const imageUrl = properties?.url ?? thumbnail?.src
        return {
          url: item.url,
          title: item.title,
          text: plain(item.description ?? ''),
          ...((item.page_age ?? item.age) && { date: item.page_age ?? item.age ?? '' }),
          imageUrl,
          ...(properties?.width && { imageWidth: properties.width }),
          ...(properties?.height && { imageHeight: properties.height }),
        }
      })
    },
  }
}

function makeParameters(query: ProviderQuery) {
  const { source, text, count, page, range, country, language, safe } = query
  const isImages = source === 'images'
  return {
    q: text,
    count: String(count),
    // Images have no pages.
    ...(!isImages && { offset: String(page) }),
    ...(!isImages && range && { freshness: formatDays(range).join('to') }),
    ...(country !== undefined && { country }),
    ...(language !== undefined && { search_lang: chooseLanguage(language) }),
    // The image search knows no `moderate`.
    ...(safe !== undefined && { safesearch: safe ? 'strict' : 'off' }),
  }
}

/** Its own names of languages, where they are not ISO 639-1 (https://api-dashboard.search.brave.com/app/documentation/web-search/codes). */
const ownLanguages: Readonly<Record<string, string>> = {
  'en-gb': 'en-gb',
  ja: 'jp',
  no: 'nb',
  pt: 'pt-pt',
  'pt-br': 'pt-br',
  zh: 'zh-hans',
  'zh-tw': 'zh-hant',
  'zh-hk': 'zh-hant',
}

function chooseLanguage(language: string): string {
  const [base = language] = language.toLowerCase().split('-')
  return ownLanguages[language.toLowerCase()] ?? ownLanguages[base] ?? base
}

/** Descriptions mark the words of the query with `<strong>`. */
const plain = (text: string) => text.replaceAll(/<\/?strong>/g, '')
