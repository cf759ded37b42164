import { z } from 'zod'
import { editsBetween } from '#page-index/edits.ts'
import { fold } from '#page-index/fold.ts'
import type { Found } from '#page-index/page-index.ts'
import { listEdits, isCorrectable, twoEditsLengthMin } from '#page-index/spelling.ts'
import type { OpenSearchApi } from './api.ts'
import { holding, type WordsQuery } from './find-pages.ts'
import { indexName } from './mapping.ts'

const Counts = z.object({
  aggregations: z
    .object({
      held: z.object({ buckets: z.record(z.string(), z.object({ doc_count: z.number() })) }),
    })
    .optional(),
})
const Words = z.object({
  aggregations: z
    .object({ words: z.object({ buckets: z.array(z.object({ key: z.string() })) }) })
    .optional(),
})
const comparedMax = 1_000

/** Words that no page of the team holds, each with the most frequent word of the team that is one or two edits away. */
export async function findCorrections(
  api: OpenSearchApi,
  { teamId, query, words, languages }: WordsQuery,
): Promise<Found['corrections']> {
  const quoted = new Set(query.phrases.flatMap((text) => fold(text).split(' ')))
  const asked = words.filter((word) => isCorrectable(word) && !quoted.has(word))
  if (asked.length === 0) return []
  const search = (body: object) =>
    api.call(`${indexName}/_search?routing=${teamId}&ignore_unavailable=true`, {
      size: 0,
      query: { term: { team: teamId } },
      ...body,
    })
  const filters = Object.fromEntries(asked.map((word) => [word, holding(word, languages)]))
  const counted = Counts.parse(await search({ aggs: { held: { filters: { filters } } } }))
  const held = counted.aggregations?.held.buckets ?? {}
  const corrections: { from: string; to: string }[] = []
  for (const from of asked) {
    if ((held[from]?.doc_count ?? 1) > 0) continue
    const to = await nearest(search, from)
    if (to !== undefined) corrections.push({ from, to })
  }
  return corrections
}

/** The terms of pages in the order of their frequency. */
async function nearest(
  search: (body: object) => Promise<unknown>,
  word: string,
): Promise<string | undefined> {
  const ask = async (include: string | readonly string[], size: number, query?: object) => {
    const terms = { field: 'words', include, size, execution_hint: 'map' }
    const body = { aggs: { words: { terms } }, ...(query && { query }) }
    const found = Words.parse(await search(body))
    return (found.aggregations?.words.buckets ?? []).map(({ key }) => key)
  }
  const [near] = await ask(listEdits(word), 1)
  if (near !== undefined || word.length < twoEditsLengthMin) return near
  const least = word.length - 4
  const letters = `.{${least},${least + 4}}`
  const alike = `${word.slice(0, 2)}${letters}|${letters}${word.slice(-2)}`
  const others = await ask(alike, comparedMax)
  return others.find((other) => editsBetween(word, other, 2) === 2)
}
