import { rankPassages, getRanking } from '#content/passages/passages.ts'
import type { Caller } from '#kernel/caller.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { AskPapers } from './ask-papers.ts'
import type { PaperQuery, PaperReply, PapersQuery, PapersReply } from './contract.ts'
import type { LocalPapers } from './local-papers.ts'
import { listKeys, readPaperId, type Paper } from './paper.ts'
import { rounded, toRanked, toShown } from './views.ts'

export interface PapersDeps {
  readonly askPapers: AskPapers
  /** Undefined when pages are not indexed. */
  readonly localPapers: LocalPapers | undefined
}

const rankOffset = 60

/** Papers that the team has read and those of the sources, as one list. */
export async function searchPapers(
  { askPapers, localPapers }: PapersDeps,
  { query, k: limit, authors, categories, from, to }: PapersQuery,
  caller: Caller,
): Promise<PapersReply> {
  const wanted = { kind: 'search', query, authors, categories, from, to, limit } as const
  const [known, asked] = await Promise.all([
    localPapers?.search(caller.teamId, query),
    askPapers(wanted, caller),
  ])
  const own = known?.papers ?? []
  if (asked.provider === undefined && own.length === 0) throw noIndex(asked.notes)
  const fits = createFilter({ authors, categories, from, to })
  const results = fused([own.filter(fits), asked.hits.filter(fits)])
    .slice(0, limit)
    .map((paper, index) => toRanked(paper, index))
  const warning = `No index of papers answered (${asked.notes.join(', ') || 'none is configured'}): only papers that the team has read were searched.`
  return { success: true, results, ...(asked.provider === undefined && { warning }) }
}

export async function readPaper(
  deps: PapersDeps,
  { id, query, k }: PaperQuery & { readonly id: string },
  caller: Caller,
): Promise<PaperReply> {
  const paper = await findPaper(deps, id, caller)
  const { authors, categories, createdDate, updateDate } = paper
  const shown = toShown(paper)
  return {
    success: true,
    paper: {
      ...shown,
      ...(authors.length > 0 && { authors: authors.join(', ') }),
      ...(categories.length > 0 && { categories: [...categories] }),
      ...(createdDate !== undefined && { createdDate }),
      ...(updateDate !== undefined && { updateDate }),
    },
    ...(query !== undefined && {
      paperId: shown.paperId,
      query,
      passages: passagesFor(shown, query).slice(0, k),
    }),
  }
}

/** Fails with `NOT_FOUND` for an unknown paper, `SERVICE_UNAVAILABLE` when no source could be asked. */
export async function findPaper(
  { askPapers, localPapers }: PapersDeps,
  text: string,
  caller: Caller,
): Promise<Paper> {
  const id = readPaperId(text)
  if (!id) throw new ServiceError('NOT_FOUND', `There is no paper ${JSON.stringify(text)}.`)
  const asked = await askPapers({ kind: 'paper', id, limit: 1 }, caller)
  const paper = asked.hits[0] ?? (await localPapers?.find(caller.teamId, id))
  if (paper) return paper
  if (asked.provider === undefined) throw noIndex(asked.notes)
  throw new ServiceError('NOT_FOUND', `There is no paper ${JSON.stringify(text)}.`)
}

function passagesFor({ abstract, title }: { abstract: string; title: string }, query: string) {
  const passages = rankPassages(abstract, { queries: [query], title })
  return getRanking(passages, query).flatMap(({ index, score }) => {
    const passage = passages.list[index]
    return passage ? [{ text: passage.text, score: rounded(score) }] : []
  })
}

/** What a source does not filter itself is filtered here; papers without a date or authors stay. */
function createFilter(wanted: Pick<PapersQuery, 'authors' | 'categories' | 'from' | 'to'>) {
  const authors = wanted.authors.map(plain)
  const categories = wanted.categories.map(plain)
  return (paper: Paper): boolean => {
    const day = paper.createdDate?.slice(0, 10)
    return (
      has(paper.authors, authors) &&
      has(paper.categories, categories) &&
      (day === undefined || wanted.from === undefined || day >= wanted.from) &&
      (day === undefined || wanted.to === undefined || day <= wanted.to)
    )
  }
}

/** An empty list says nothing. */
const has = (list: readonly string[], names: readonly string[]) =>
  names.length === 0 ||
  list.length === 0 ||
  names.every((name) => list.some((one) => plain(one).includes(name)))

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

/** By the sum of reciprocal ranks; two records of one paper become one. */
export function fused(lists: readonly (readonly Paper[])[]): Paper[] {
  const entries = new Set<{ paper: Paper; score: number }>()
  const byKey = new Map<string, { paper: Paper; score: number }>()
  for (const list of lists) {
    for (const [rank, paper] of list.entries()) {
      const keys = listKeys(paper)
      const known = keys.map((key) => byKey.get(key)).find(Boolean)
      const entry = known ?? { paper, score: 0 }
      if (known) entry.paper = joined(known.paper, paper)
      entry.score += 1 / (rankOffset + rank + 1)
      entries.add(entry)
      for (const key of keys) byKey.set(key, entry)
    }
  }
  return [...entries].toSorted((a, b) => b.score - a.score).map(({ paper }) => paper)
}

/** Sources outside know more than the page of a paper. */
const joined = (one: Paper, other: Paper): Paper => ({
  ...one,
  ...other,
  ids: { ...one.ids, ...other.ids },
  abstract: other.abstract || one.abstract,
})

const wayOut =
  'Set WEIR_OPENALEX_KEY or WEIR_SEMANTIC_SCHOLAR_KEY, or scrape papers first: they are found without an index.'

export const noIndex = (notes: readonly string[]) =>
  new ServiceError(
    'SERVICE_UNAVAILABLE',
    `No index of papers could be asked: ${notes.join(', ') || 'none is configured'}. ${wayOut}`,
  )
