import { z } from 'zod'
import { formatDay } from './day.ts'
import { makeJsonGet } from './json-request.ts'
import { readItems } from './read-items.ts'
import { readReply } from './read-json.ts'
import { SearchProviderError, type SearchProvider, type ProviderQuery } from './provider.ts'

const Answer = z.object({
  response: z.object({
    status: z.string(),
    results: z.array(z.unknown()).max(1_000).nullish(),
  }),
})
const Result = z.object({
  url: z.string(),
  title: z.string().nullish(),
  desc: z.string().nullish(),
  pdate: z.string().nullish(),
})

/** Mojeek Search API, an index of its own (https://www.mojeek.com/support/api/search/request_parameters.html). */
export function mojeek(key: string): SearchProvider {
  return {
    name: 'mojeek',
    sources: ['web'],
    supports: {
      operators: 'sites',
      time: 'range',
      country: true,
      language: true,
      safe: true,
    },
    limits: { perPage: { web: 20 }, pagesMax: 5, queryCharsMax: 1_000 },
    isFree: false,
    request: (query) => makeJsonGet('https://api.mojeek.com/search', makeParameters(query, key)),
    read(answer) {
      const { response } = readReply(answer, Answer)
      // Errors come with status 200: `ERROR: Daily Limit Reached`.
      if (response.status !== 'OK') throw makeFailure(response.status)
      return readItems(response.results, Result, ({ url, title, desc, pdate }) => ({
        url,
        title,
        text: desc,
        date: pdate,
      }))
    },
  }
}

function makeParameters(query: ProviderQuery, key: string) {
  const { text, count, page, range, country, language, safe } = query
  return {
    fmt: 'json',
    api_key: key,
    q: text,
    t: String(count),
    s: String(page * count + 1),
    ...(range?.from && { since: day(range.from) }),
    ...(range?.to && { before: day(range.to) }),
    ...(country !== undefined && { rb: country, rbb: '10' }),
    ...(language !== undefined && { lb: language.slice(0, 2).toUpperCase(), lbb: '100' }),
    ...(safe !== undefined && { safe: safe ? '1' : '0' }),
  }
}

/** `YYYYMMDD` in UTC. */
const day = (date: Date) => formatDay(date).replaceAll('-', '')

function makeFailure(status: string): SearchProviderError {
  if (/daily limit/i.test(status)) return new SearchProviderError('quota', 'its quota is used up')
  if (/key/i.test(status)) return new SearchProviderError('key', 'its key was refused')
  return new SearchProviderError('failed', 'reported an error')
}
