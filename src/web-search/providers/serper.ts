import { z } from 'zod'
import { googleReach } from './google-reach.ts'
import { makeJsonPost } from './json-request.ts'
import { readItems } from './read-items.ts'
import { readReply } from './read-json.ts'
import type { SearchProvider } from './provider.ts'

const items = z.array(z.unknown()).max(1_000).optional()
const Answer = z.object({ organic: items, news: items, images: items })
const Result = z.object({
  link: z.string(),
  title: z.string().nullish(),
  snippet: z.string().nullish(),
  date: z.string().nullish(),
  imageUrl: z.string().nullish(),
  imageWidth: z.number().nullish(),
  imageHeight: z.number().nullish(),
})

const paths = { web: 'search', news: 'news', images: 'images' } as const

/** Serper, results of Google (https://serper.dev). */
export function serper(key: string): SearchProvider {
  return {
    name: 'serper',
    ...googleReach,
    request({ source, text, count, page, tbs, country, language, location, safe }) {
      const body = {
        q: text,
        num: count,
        page: page + 1,
        ...(tbs !== undefined && { tbs }),
        ...(country !== undefined && { gl: country.toLowerCase() }),
        ...(language !== undefined && { hl: language.toLowerCase() }),
        ...(location !== undefined && { location }),
        ...(safe !== undefined && { safe: safe ? 'active' : 'off' }),
      }
      return makeJsonPost(`https://google.serper.dev/${paths[source]}`, body, { 'x-api-key': key })
    },
    read(answer) {
      const { organic, news, images } = readReply(answer, Answer)
      return readItems(images ?? news ?? organic, Result, (item) => ({
        url: item.link,
        title: item.title,
        text: item.snippet,
        date: item.date,
        imageUrl: item.imageUrl,
        imageWidth: item.imageWidth,
        imageHeight: item.imageHeight,
      }))
    },
  }
}
