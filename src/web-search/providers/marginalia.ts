import { z } from 'zod'
import { makeJsonGet } from './json-request.ts'
import { readItems } from './read-items.ts'
import { readReply } from './read-json.ts'
import type { SearchProvider } from './provider.ts'

const Answer = z.object({ results: z.array(z.unknown()).max(1_000) })
const Result = z.object({
  url: z.string(),
  title: z.string().nullish(),
  description: z.string().nullish(),
})

/** Marginalia Search, small non-commercial sites; its results are licensed CC-BY-NC-SA (https://about.marginalia-search.com). */
export function marginalia(key: string): SearchProvider {
  return {
    name: 'marginalia',
    sources: ['web'],
    supports: {
      operators: 'none',
      time: 'none',
      safe: true,
    },
    limits: { perPage: { web: 100 }, pagesMax: 1, queryCharsMax: 500 },
    pace: { perMs: 1_000 },
    isFree: true,
    request: ({ text, count, safe }) =>
      makeJsonGet(
        'https://api2.marginalia-search.com/search',
        {
          query: text,
          count: String(count),
          ...(safe !== undefined && { nsfw: safe ? '1' : '0' }),
        },
        { 'api-key': key },
      ),
    read: (answer) =>
      readItems(readReply(answer, Answer).results, Result, ({ url, title, description }) => ({
        url,
        title,
        text: description,
      })),
  }
}
