import { z } from 'zod'
import { countryName } from './country-name.ts'
import { makeJsonGet } from './json-request.ts'
import { readItems } from './read-items.ts'
import { readReply } from './read-json.ts'
import { SearchProviderError, type SearchProvider, type ProviderQuery } from './provider.ts'

const Answer = z.object({ articles: z.array(z.unknown()).max(1_000).optional() })
const Result = z.object({
  url: z.string(),
  title: z.string().nullish(),
  seendate: z.string().nullish(),
  socialimage: z.string().nullish(),
})

/** News of the world, updated every 15 minutes; no key (https://blog.gdeltproject.org/gdelt-doc-2-0-api-debuts/). */
export function gdelt(): SearchProvider {
  return {
    name: 'gdelt',
    sources: ['news'],
    supports: {
      operators: 'none',
      time: 'range',
      country: 'named',
      language: true,
    },
    limits: { perPage: { news: 250 }, pagesMax: 1, queryCharsMax: 250 },
    // Its rule: one request in five seconds.
    pace: { perMs: 5_000 },
    isFree: true,
    request: (query) =>
      makeJsonGet('https://api.gdeltproject.org/api/v2/doc/doc', makeParameters(query)),
    read(answer) {
      // Refusals are sentences with status 200.
      if (/limit requests/i.test(answer.body.slice(0, 300))) {
        throw new SearchProviderError('limited', 'rate limited', 5_000)
      }
      if (
        /too short|too long|invalid/i.test(answer.body.slice(0, 300)) &&
        !/^\s*\{/.test(answer.body)
      ) {
        throw new SearchProviderError('refused', 'refused the query')
      }
      return readItems(readReply(answer, Answer).articles, Result, (item) => ({
        url: item.url,
        title: item.title,
        text: '',
        ...(item.seendate && { date: toIso(item.seendate) }),
        imageUrl: item.socialimage,
      }))
    },
  }
}

function makeParameters({ text, count, range, country, language }: ProviderQuery) {
  const spoken = language === undefined ? undefined : languageName(language)
  return {
    query: [
      text,
      ...(country === undefined ? [] : [`sourcecountry:${joined(countryName(country))}`]),
      ...(spoken === undefined ? [] : [`sourcelang:${spoken}`]),
    ].join(' '),
    mode: 'artlist',
    format: 'json',
    maxrecords: String(count),
    sort: 'hybridrel',
    ...(range?.from && { startdatetime: stamp(range.from) }),
    ...(range?.to && { enddatetime: stamp(range.to) }),
  }
}

const languages = new Intl.DisplayNames('en', { type: 'language' })

/** Its operators take English names without spaces: `unitedkingdom`, `english`. */
const joined = (name: string) => name.replaceAll(/[^\p{L}]/gu, '').toLowerCase()

/** Undefined for what is no language. */
function languageName(code: string): string | undefined {
  const [base] = /^[a-z]{2}(?![a-z])/i.exec(code) ?? []
  const name = base === undefined ? undefined : languages.of(base)
  return name === undefined || name === base ? undefined : joined(name)
}

/** `YYYYMMDDhhmmss` in UTC. */
const stamp = (date: Date) => date.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)

/** `20261122T091500Z` as ISO 8601 with separators; other texts as they are. */
function toIso(text: string): string {
  return text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')
}
