import { z } from 'zod'
import { formatDay } from './day.ts'
import { makeJsonPost } from './json-request.ts'
import { readItems } from './read-items.ts'
import { readReply } from './read-json.ts'
import type { SearchProvider } from './provider.ts'

const items = z.array(z.unknown()).max(1_000).nullish()
const Answer = z.object({ data: z.object({ search: items, news: items, image: items }).nullable() })
const Result = z.object({
  url: z.string(),
  title: z.string().nullish(),
  snippet: z.string().nullish(),
  time: z.string().nullish(),
  image: z
    .object({
      url: z.string().nullish(),
      width: z.number().nullish(),
      height: z.number().nullish(),
    })
    .nullish(),
})

const workflows = { web: 'search', news: 'news', images: 'images' } as const

/** Kagi Search API, version 1 (https://kagi.com/api/docs). */
export function kagi(key: string): SearchProvider {
  return {
    name: 'kagi',
    sources: ['web', 'news', 'images'],
    supports: {
      operators: 'all',
      time: 'range',
      country: true,
    },
    limits: { perPage: { web: 50, news: 50, images: 50 }, pagesMax: 5, queryCharsMax: 1_000 },
    isFree: false,
    request({ source, text, count, page, range, country }) {
      const filters = {
        ...(country !== undefined && { region: country.toLowerCase() }),
        ...(range?.from && { after: formatDay(range.from) }),
        ...(range?.to && { before: formatDay(range.to) }),
      }
      const body = {
        query: text,
        workflow: workflows[source],
        limit: count,
        page: page + 1,
        filters,
      }
      return makeJsonPost('https://kagi.com/api/v1/search', body, {
        authorization: `Bearer ${key}`,
      })
    },
    read(answer, { source }) {
      const { data } = readReply(answer, Answer)
      const found = { web: data?.search, news: data?.news, images: data?.image }[source]
      return readItems(found, Result, ({ url, title, snippet, time, image }) => ({
        url,
        title,
        text: snippet,
        date: time,
        ...(image?.url && { imageUrl: image.url }),
        ...(image?.width && { imageWidth: image.width }),
        ...(image?.height && { imageHeight: image.height }),
      }))
    },
  }
}
