import { z } from 'zod'
import type { ApiAnswer } from '#net/api-client.ts'
import { formatDays } from './day.ts'
import { makeJsonGet } from './json-request.ts'
import { readItems } from './read-items.ts'
import { readReply } from './read-json.ts'
import { type RawHit, type SearchProvider, type ProviderQuery } from './provider.ts'

const items = z.array(z.unknown()).max(1_000).nullish()
const Answer = z.object({ results: z.object({ web: items, news: items }).nullish() })
const Result = z.object({
  url: z.string(),
  title: z.string().nullish(),
  description: z.string().nullish(),
  snippets: z.array(z.string()).nullish(),
  page_age: z.string().nullish(),
})

const supports = {
  operators: 'sites',
  time: 'range',
  country: true,
  language: true,
  safe: true,
} as const

/** You.com Search with a key (https://you.com/docs/api-reference/search). */
export function you(key: string): SearchProvider {
  return {
    name: 'you',
    sources: ['web', 'news'],
    supports,
    limits: { perPage: { web: 100, news: 100 }, pagesMax: 5, queryCharsMax: 1_000 },
    pace: { perMs: 100 },
    isFree: false,
    request: (query) =>
      makeJsonGet('https://ydc-index.io/v1/search', makeParameters(query), { 'x-api-key': key }),
    read,
  }
}

/** The free tier of You.com, per address of the machine. Its endpoint refuses requests that carry a key. */
export function youKeyless(): SearchProvider {
  return {
    name: 'you-keyless',
    sources: ['web', 'news'],
    supports,
    limits: { perPage: { web: 20, news: 20 }, pagesMax: 1, queryCharsMax: 1_000 },
    pace: { perMs: 0, perDay: 100 },
    isFree: true,
    request: (query) => makeJsonGet('https://api.you.com/v1/agents/search', makeParameters(query)),
    read,
  }
}

function makeParameters({ text, count, page, range, country, language, safe }: ProviderQuery) {
  return {
    query: text,
    count: String(count),
    offset: String(page),
    ...(range && { freshness: formatDays(range).join('to') }),
    ...(country !== undefined && { country }),
    ...(language !== undefined && { language: language.toUpperCase() }),
    ...(safe !== undefined && { safesearch: safe ? 'strict' : 'off' }),
  }
}

function read(answer: ApiAnswer, { source }: ProviderQuery): RawHit[] {
  const { results } = readReply(answer, Answer)
  return readItems(source === 'news' ? results?.news : results?.web, Result, (item) => ({
    url: item.url,
    title: item.title,
    text: item.description || (item.snippets?.join(' … ') ?? ''),
    date: item.page_age,
  }))
}
