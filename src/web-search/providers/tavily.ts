import { z } from 'zod'
import { countryName } from './country-name.ts'
import { formatDays } from './day.ts'
import { makeJsonPost } from './json-request.ts'
import { readItems } from './read-items.ts'
import { readReply } from './read-json.ts'
import { SearchProviderError, type SearchProvider } from './provider.ts'

const Answer = z.object({ results: z.array(z.unknown()).max(1_000) })
const Result = z.object({
  url: z.string(),
  title: z.string().nullish(),
  content: z.string().nullish(),
  published_date: z.string().nullish(),
})

/** Tavily Search (https://docs.tavily.com/documentation/api-reference/endpoint/search). */
export function tavily(key: string): SearchProvider {
  return {
    name: 'tavily',
    sources: ['web', 'news'],
    supports: {
      operators: 'none',
      siteLists: true,
      time: 'range',
      country: 'named',
      countrySources: ['web'],
    },
    limits: { perPage: { web: 20, news: 20 }, pagesMax: 1, queryCharsMax: 400 },
    isFree: false,
    request({ source, text, count, range, country, includeSites, excludeSites }) {
      const [startDate, endDate] = range ? formatDays(range) : []
      const body = {
        query: text,
        topic: source === 'news' ? 'news' : 'general',
        max_results: count,
        ...(startDate !== undefined && { start_date: startDate, end_date: endDate }),
        ...(country !== undefined && { country: countryName(country) }),
        ...(includeSites.length > 0 && { include_domains: includeSites }),
        ...(excludeSites.length > 0 && { exclude_domains: excludeSites }),
      }
      return makeJsonPost('https://api.tavily.com/search', body, { authorization: `Bearer ${key}` })
    },
    read: (answer) =>
      readItems(readReply(answer, Answer).results, Result, (item) => ({
        url: item.url,
        title: item.title,
        text: item.content,
        date: item.published_date,
      })),
    // 432: the limit of the plan; 433: the limit set for pay-as-you-go.
    failure: ({ status }) =>
      status === 432 || status === 433
        ? new SearchProviderError('quota', 'its quota is used up')
        : undefined,
  }
}
