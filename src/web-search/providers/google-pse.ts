import { z } from 'zod'
import { makeJsonGet } from './json-request.ts'
import { readItems } from './read-items.ts'
import { readReply } from './read-json.ts'
import { SearchProviderError, type SearchProvider, type ProviderQuery } from './provider.ts'

const Answer = z.object({ items: z.array(z.unknown()).max(1_000).optional() })
const Result = z.object({
  link: z.string(),
  title: z.string().nullish(),
  snippet: z.string().nullish(),
  image: z
    .object({
      contextLink: z.string().nullish(),
      width: z.number().nullish(),
      height: z.number().nullish(),
    })
    .nullish(),
})

const restricts = { hour: 'd1', day: 'd1', week: 'w1', month: 'm1', year: 'y1' } as const

/** Google Programmable Search Engine (https://developers.google.com/custom-search/v1/reference/rest/v1/cse/list). */
export function googlePse({
  key,
  engine,
}: {
  readonly key: string
  readonly engine: string
}): SearchProvider {
  return {
    name: 'google-pse',
    sources: ['web', 'images'],
    supports: {
      operators: 'all',
      time: ['day', 'week', 'month', 'year'],
      country: true,
      language: true,
      safe: true,
    },
    limits: { perPage: { web: 10, images: 10 }, pagesMax: 5, queryCharsMax: 2_048 },
    isFree: false,
    request: (query) =>
      makeJsonGet(
        'https://www.googleapis.com/customsearch/v1',
        makeParameters(query, { key, engine }),
      ),
    // A refused key has the status of a refused query.
    failure: ({ status, body }) =>
      status === 400 && body.includes('API_KEY_INVALID')
        ? new SearchProviderError('key', 'its key was refused')
        : undefined,
    read: (answer, { source }) =>
      readItems(readReply(answer, Answer).items, Result, ({ link, title, snippet, image }) => {
        const hit = { title, text: snippet }
        if (source !== 'images') return { ...hit, url: link }
        if (!image?.contextLink) return undefined
        return {
          ...hit,
          url: image.contextLink,
          imageUrl: link,
          imageWidth: image.width,
          imageHeight: image.height,
        }
      }),
  }
}

function makeParameters(
  query: ProviderQuery,
  { key, engine }: { readonly key: string; readonly engine: string },
) {
  const { source, text, count, page, unit, filter, country, language, safe } = query
  return {
    key,
    cx: engine,
    q: text,
    num: String(count),
    start: String(page * count + 1),
    ...(source === 'images' && { searchType: 'image' }),
    ...(unit !== undefined && { dateRestrict: restricts[unit] }),
    ...(filter !== undefined && { filter }),
    ...(country !== undefined && { gl: country.toLowerCase() }),
    ...(language !== undefined && { lr: `lang_${chooseLanguage(language)}` }),
    ...(safe !== undefined && { safe: safe ? 'active' : 'off' }),
  }
}

/** `lr` takes a region for Chinese alone, and always one. */
function chooseLanguage(language: string): string {
  const [base = language, region] = language.split('-')
  if (base !== 'zh') return base
  return /^(tw|hk)$/i.test(region ?? '') ? 'zh-TW' : 'zh-CN'
}
