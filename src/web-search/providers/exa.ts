import { z } from 'zod'
import { makeJsonPost } from './json-request.ts'
import { readItems } from './read-items.ts'
import { readReply } from './read-json.ts'
import type { SearchProvider } from './provider.ts'

const Answer = z.object({ results: z.array(z.unknown()).max(1_000) })
const Result = z.object({
  url: z.string(),
  title: z.string().nullish(),
  publishedDate: z.string().nullish(),
  highlights: z.array(z.string()).nullish(),
  text: z.string().nullish(),
})

/** Exa Search with a key (https://docs.exa.ai/reference/search). */
export function exa(key: string): SearchProvider {
  return {
    name: 'exa',
    sources: ['web', 'news'],
    supports: {
      operators: 'none',
      siteLists: true,
      time: 'range',
      country: true,
      safe: true,
    },
    limits: { perPage: { web: 100, news: 100 }, pagesMax: 1, queryCharsMax: 1_000 },
    isFree: false,
    request({ source, text, count, range, country, safe, includeSites, excludeSites }) {
      const body = {
        query: text,
        numResults: count,
        contents: { highlights: { numSentences: 2, highlightsPerUrl: 1 } },
        ...(source === 'news' && { category: 'news' }),
        ...(range?.from && { startPublishedDate: range.from.toISOString() }),
        ...(range?.to && { endPublishedDate: range.to.toISOString() }),
        ...(country !== undefined && { userLocation: country }),
        ...(safe !== undefined && { moderation: safe }),
        ...(includeSites.length > 0 && { includeDomains: includeSites }),
        ...(excludeSites.length > 0 && { excludeDomains: excludeSites }),
      }
      return makeJsonPost('https://api.exa.ai/search', body, { 'x-api-key': key })
    },
    read: (answer) =>
      readItems(readReply(answer, Answer).results, Result, (item) => ({
        url: item.url,
        title: item.title,
        text: item.highlights?.join(' … ') || (item.text ?? ''),
        date: item.publishedDate,
      })),
  }
}
