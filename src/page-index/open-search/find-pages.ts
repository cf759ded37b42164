import { z } from 'zod'
import { fold, foldedWords } from '#page-index/fold.ts'
import type { IndexedPage, IndexQuery } from '#page-index/page-index.ts'
import type { OpenSearchApi } from './api.ts'
import { indexName } from './mapping.ts'
import { makeId } from './write-pages.ts'

/** Weights of the fields, as in `rank.ts`. */
const weights = { a: 8, b: 3, d: 1 } as const
/** Copies of a page are left out afterwards. */
const spare = 10
const pagesAtOnce = 5
const proximity = 60

const Hits = z.object({
  hits: z.object({
    hits: z.array(
      z.object({
        _id: z.string(),
        _source: z.object({ url: z.string(), title: z.string(), content: z.string() }),
      }),
    ),
  }),
})
const Read = z.object({
  docs: z.array(
    z.object({
      _id: z.string(),
      _source: z
        .object({ body: z.string(), readAt: z.string(), publishedAt: z.string().nullish() })
        .optional(),
    }),
  ),
})

export interface WordsQuery {
  readonly teamId: string
  readonly query: IndexQuery
  /** Words of the query, corrected and folded. */
  readonly words: readonly string[]
  /** Suffixes of the fields of the languages that are searched. */
  readonly languages: readonly string[]
}

const listFields = (language: string) =>
  Object.entries(weights).map(([name, weight]) => `${name}_${language}^${weight}`)

/** Pages that hold any of the words, in any of the languages. */
export const holding = (words: string, languages: readonly string[], own: object = {}) => ({
  dis_max: {
    queries: languages.map((language) => ({
      multi_match: { query: words, type: 'cross_fields', fields: listFields(language), ...own },
    })),
  },
})

const phrase = (text: string, languages: readonly string[], fields: readonly string[]) => ({
  dis_max: {
    queries: languages.flatMap((language) =>
      fields.map((field) => ({ match_phrase: { [`${field}_${language}`]: fold(text) } })),
    ),
  },
})

/** The pages with the words: first those with all of them, and with the words near to each other. */
export async function searchPages(api: OpenSearchApi, asked: WordsQuery): Promise<IndexedPage[]> {
  const { teamId, query } = asked
  const found = Hits.parse(
    await api.call(`${indexName}/_search?routing=${teamId}&ignore_unavailable=true`, {
      size: query.limit + spare,
      _source: ['url', 'title', 'content'],
      query: makeQuery(asked),
    }),
  )
  const byContent = new Map<string, { id: string; url: string; title: string }>()
  for (const { _id: id, _source: page } of found.hits.hits) {
    const known = byContent.get(page.content)
    if (!known || page.url.length < known.url.length) byContent.set(page.content, { ...page, id })
  }
  return readPages(api, teamId, [...byContent.values()].slice(0, query.limit))
}

/** Pages of a team: all, or those with the URLs. */
export const ofTeam = (teamId: string, urls: readonly string[] | undefined) => [
  { term: { team: teamId } },
  ...(urls ? [{ ids: { values: urls.map((url) => makeId(teamId, url)) } }] : []),
]

function makeQuery({ teamId, query, words, languages }: WordsQuery): object {
  const text = words.join(' ')
  const all = ['a', 'b', 'd']
  const must = [
    ...(text === '' ? [] : [holding(text, languages, { minimum_should_match: '2<60%' })]),
    ...query.phrases.map((part) => phrase(part, languages, all)),
    ...query.inTitle.map((part) => phrase(part, languages, ['a'])),
  ]
  const near = languages.flatMap((language) => [
    { match_phrase: { [`d_${language}`]: { query: text, slop: proximity, boost: 2 } } },
    { match_phrase: { [`a_${language}`]: { query: text, slop: 4, boost: 4 } } },
    { match_phrase: { [`b_${language}`]: { query: text, slop: 4, boost: 4 } } },
  ])
  return {
    bool: {
      must,
      should: words.length < 2 ? [] : [holding(text, languages, { operator: 'and' }), ...near],
      must_not: [
        ...query.minus.map((part) => phrase(part, languages, all)),
        ...query.notSites.map((hosts) => ({ term: { hosts } })),
      ],
      filter: [
        ...ofTeam(teamId, query.urls),
        ...(query.sites.length === 0 ? [] : [{ terms: { hosts: query.sites } }]),
      ],
    },
  }
}

/** Some at a time, so that no answer is too large. */
async function readPages(
  api: OpenSearchApi,
  teamId: string,
  wanted: readonly { readonly id: string; readonly url: string; readonly title: string }[],
): Promise<IndexedPage[]> {
  const pages: IndexedPage[] = []
  for (let at = 0; at < wanted.length; at += pagesAtOnce) {
    const some = wanted.slice(at, at + pagesAtOnce)
    const path = `${indexName}/_mget?routing=${teamId}&_source_includes=body,readAt,publishedAt`
    const { docs } = Read.parse(await api.call(path, { ids: some.map(({ id }) => id) }))
    for (const { _id: id, _source: read } of docs) {
      const page = some.find((one) => one.id === id)
      if (!page || !read) continue
      pages.push({
        url: page.url,
        title: page.title,
        text: read.body,
        publishedAt: read.publishedAt ? new Date(read.publishedAt) : undefined,
        readAt: new Date(read.readAt),
      })
    }
  }
  return pages
}

export const splitWords = ({ words, phrases, inTitle }: IndexQuery, wordsMax: number): string[] =>
  foldedWords([...words, ...phrases, ...inTitle].join(' ')).slice(0, wordsMax)
