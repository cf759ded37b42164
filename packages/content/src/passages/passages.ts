import { createRank, type RankedPassage } from './rank.ts'
import { listPassages, type Passage } from './sentences.ts'

/** A text as its sentences, and which of them speak to each query. */
export interface Passages {
  /** In the order of the text. */
  readonly list: readonly Passage[]
  /** For each query: the passages that match it, best first. */
  readonly ranked: readonly QueryRanking[]
  /** The passages that match the title and the headings: what the text is about. */
  readonly topic: readonly RankedPassage[]
}

interface QueryRanking {
  readonly query: string
  readonly ranked: readonly RankedPassage[]
}

interface PassageQueries {
  readonly queries: readonly string[]
  readonly title: string
}

/** Splits Markdown into passages and ranks them. Takes time linear in the text for each query. */
export function rankPassages(markdown: string, { queries, title }: PassageQueries): Passages {
  const list = listPassages(markdown)
  const rank = createRank(list)
  const headings = list.filter(({ kind }) => kind === 'heading').slice(0, headingsMax)
  const topic = [title, ...headings.map(({ text }) => text)].join(' ').slice(0, topicLengthMax)
  return {
    list,
    ranked: queries.map((query) => ({ query, ranked: rank(query) })),
    topic: rank(topic),
  }
}

/** The ranking by a query of the request. */
export function getRanking({ ranked }: Passages, query: string): readonly RankedPassage[] {
  return ranked.find((one) => one.query === query)?.ranked ?? []
}

const headingsMax = 12
const topicLengthMax = 1_000
