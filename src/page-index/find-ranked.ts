import type { Clock } from '#kernel/clock.ts'
import type { Sql } from '#storage/database.ts'
import { findCandidates, type Candidate } from './candidates.ts'
import type { IndexQuery } from './page-index.ts'
import type { QueryPlan } from './plan-query.ts'
import { rank } from './rank.ts'
import { EncoderError, type VectorEncoder } from './vectors/encoder.ts'
import { addNear, createNearestPages, type QuestionVector } from './vectors/nearest-pages.ts'

/** Words that say something which a query needs to be compared by what it means. */
const tellingWordsMin = 3
/** Pages that are results because of what they say. */
const nearMax = 40
const encodeMsMax = 3_000

/** Finds the pages of a team that fit a query, the most fitting first; undefined for a query that says nothing to look for. */
export function createFindRanked({
  sql,
  clock,
  encoder,
}: {
  readonly sql: Sql
  readonly clock: Clock
  readonly encoder: VectorEncoder
}) {
  const nearestPages = createNearestPages({ sql, clock })
  return async function findRanked(
    teamId: string,
    query: IndexQuery,
    plan: QueryPlan,
  ): Promise<{ readonly ranked: Candidate[] | undefined; readonly isByWordsOnly: boolean }> {
    const { question, isByWordsOnly } = await toQuestion(encoder, query, plan)
    const compare = async (ids: readonly number[]) =>
      question ? nearestPages.compare(teamId, question, ids) : []
    const near = question ? await nearestPages.find(teamId, question, query.urls) : []
    if (near.length === 0 && saysNothing(plan) && !query.inUrl?.length)
      return { ranked: undefined, isByWordsOnly }
    const nearest = near
      .toSorted((a, b) => addNear(b) - addNear(a) || a.id - b.id)
      .slice(0, nearMax)
      .map(({ id }) => id)
    const candidates = await findCandidates(sql, teamId, { plan, query, near: nearest })
    const known = new Set(near.map(({ id }) => id))
    const others = await compare(candidates.flatMap(({ id }) => (known.has(id) ? [] : [id])))
    return { ranked: rank(candidates, plan, [...near, ...others]), isByWordsOnly }
  }
}

/** A few words are looked for as they are: names, and titles that are known. */
async function toQuestion(
  encoder: VectorEncoder,
  { words, phrases }: IndexQuery,
  { tellingWords }: QueryPlan,
): Promise<{ readonly question?: QuestionVector; readonly isByWordsOnly: boolean }> {
  if (tellingWords < tellingWordsMin) return { isByWordsOnly: false }
  const signal = AbortSignal.timeout(encodeMsMax)
  try {
    const [vector] = await encoder.encode([[...words, ...phrases].join(' ')], signal)
    const space = await encoder.findSpace(signal)
    return { ...(vector && { question: { vector, space } }), isByWordsOnly: false }
  } catch (thrown) {
    if (!(thrown instanceof EncoderError) && !signal.aborted) throw thrown
    return { isByWordsOnly: true }
  }
}

const saysNothing = ({ terms, conditions }: QueryPlan) =>
  terms.length === 0 && conditions.every((part) => part.startsWith('!'))
