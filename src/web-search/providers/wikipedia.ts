import { z } from 'zod'
import { decodeHtml } from './decode-html.ts'
import { makeJsonGet } from './json-request.ts'
import { readItems } from './read-items.ts'
import { readReply } from './read-json.ts'
import type { SearchProvider } from './provider.ts'

const Answer = z.object({ pages: z.array(z.unknown()).max(1_000) })
const Result = z.object({
  key: z.string(),
  title: z.string(),
  excerpt: z.string().nullish(),
  description: z.string().nullish(),
})

/** Editions have two or three letters; others, such as `simple`, are not languages of a request. */
const chooseEdition = (language = 'en') => /^[a-z]{2,3}/.exec(language.toLowerCase())?.[0] ?? 'en'

/** Articles of Wikipedia in the language of the search (https://www.mediawiki.org/wiki/API:REST_API/Reference). */
export function wikipedia(): SearchProvider {
  return {
    name: 'wikipedia',
    sources: ['web'],
    supports: {
      operators: 'none',
      time: 'none',
      language: true,
    },
    limits: { perPage: { web: 10 }, pagesMax: 1, queryCharsMax: 300 },
    pace: { perMs: 200 },
    isFree: true,
    request: ({ text, count, language }) =>
      makeJsonGet(
        `https://${chooseEdition(language)}.wikipedia.org/w/rest.php/v1/search/page`,
        { q: text, limit: String(count) },
        { 'user-agent': 'Weir (self-hosted web data API)' },
      ),
    read: (answer, { language }) =>
      readItems(
        readReply(answer, Answer).pages,
        Result,
        ({ key, title, excerpt, description }) => ({
          url: `https://${chooseEdition(language)}.wikipedia.org/wiki/${encodeURIComponent(key)}`,
          title,
          text: decodeHtml(excerpt ?? '') || (description ?? ''),
        }),
      ),
  }
}
