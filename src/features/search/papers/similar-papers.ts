import type { Caller } from '#kernel/caller.ts'
import { createRank } from '#content/passages/rank.ts'
import type { SimilarQuery, SimilarReply } from './contract.ts'
import { listKeys, type Paper } from './paper.ts'
import { findPaper, fused, noIndex, type PapersDeps } from './papers.ts'
import { rounded, toRanked } from './views.ts'

/** Anchors that are asked for, with the paper itself. */
const seedsMax = 5
/** Papers of each seed that are ordered by the intent. */
const poolMax = 500

const lists = {
  similar: 'Papers that %s relates to it',
  citers: 'Papers that cite it, as %s lists them',
  references: 'Its references, as %s lists them',
} as const

/** Papers related to one paper and its anchors, ordered by what they are wanted for. */
export async function similarPapers(
  deps: PapersDeps,
  { id: first, intent, mode, k, rerank = true, anchor }: SimilarQuery & { readonly id: string },
  caller: Caller,
): Promise<SimilarReply> {
  const seeds: Paper[] = []
  for (const id of [first, ...anchor].slice(0, seedsMax)) {
    seeds.push(await findPaper(deps, id, caller))
  }
  const found = []
  for (const of of seeds) {
    found.push(await deps.askPapers({ kind: mode, of, limit: poolMax }, caller))
  }
  const sources = [...new Set(found.flatMap(({ provider }) => provider?.name ?? []))]
  if (sources.length === 0) throw noIndex(found.flatMap(({ notes }) => notes))
  const own = new Set(seeds.flatMap(listKeys))
  const pool = fused(found.map(({ hits }) => hits)).filter(
    (paper) => !listKeys(paper).some((key) => own.has(key)),
  )
  const listed = found.map(({ hits }) => new Set(hits.flatMap(listKeys)))
  const fits = measureFit(pool, intent)
  const ordered = rerank
    ? pool.toSorted((one, other) => (fits.get(other) ?? 0) - (fits.get(one) ?? 0))
    : pool
  const makeSignals = (paper: Paper) => ({
    structural: rounded(1 / (pool.indexOf(paper) + 1)),
    semantic: fits.get(paper) ?? 0,
    articleRank: 0,
    seedOverlap: listed.filter((keys) => listKeys(paper).some((key) => keys.has(key))).length,
  })
  const isCut = found.some(({ hits }) => hits.length >= poolMax)
  return {
    success: true,
    results: ordered
      .slice(0, k)
      .map((paper, index) => ({ ...toRanked(paper, index), signals: makeSignals(paper) })),
    poolSize: pool.length,
    truncated: pool.length > k || isCut,
    note: `${lists[mode].replace('%s', sources.join(' and '))}. Signals that it does not know are 0.`,
  }
}

/** How well title and abstract match the intent: 1 for the best, 0 without a common word. */
function measureFit(pool: readonly Paper[], intent: string): ReadonlyMap<Paper, number> {
  // Neighbours in a text support each other, so papers are kept apart.
  const passages = pool.flatMap(({ title, abstract }, block) => [
    { text: `${title}. ${abstract}`, kind: 'sentence' as const, block },
    { text: '', kind: 'sentence' as const, block },
  ])
  const ranked = createRank(passages)(intent).filter(({ index }) => index % 2 === 0)
  const best = ranked[0]?.score ?? 1
  const fits = new Map<Paper, number>()
  for (const { index, score } of ranked) {
    const paper = pool[index / 2]
    if (paper) fits.set(paper, rounded(score / best))
  }
  return fits
}
