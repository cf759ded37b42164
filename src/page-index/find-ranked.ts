import type { Clock } from '#kernel/clock.ts'
import type { Sql } from '#storage/database.ts'
import { findCandidates, type Candidate } from './candidates.ts'
import type { IndexQuery } from './page-index.ts'
import type { QueryPlan } from './plan-query.ts'
import { rank } from './rank.ts'
import { encode } from './vectors/encode.ts'
import { addNear, createNearestPages } from './vectors/nearest-pages.ts'
import { loadTable } from './vectors/table.ts'

/** Words that say something which a query needs to be compared by what it means. */
const tellingWordsMin = 3
/** Pages that are results because of what they say. */
const nearMax = 100

/** Finds the pages of a team that fit a query, the most fitting first; undefined for a query that says nothing to look for. */
export function createFindRanked({ sql, clock }: { readonly sql: Sql; readonly clock: Clock }) {
  const nearestPages = createNearestPages({ sql, clock })
  return async function findRanked(
    teamId: string,
    query: IndexQuery,
    plan: QueryPlan,
  ): Promise<Candidate[] | undefined> {
    const vector = await toVector(query, plan)
    const compare = async (ids: readonly number[]) =>
      vector ? nearestPages.compare(teamId, vector, ids) : []
    const near = await compare(vector ? await nearestPages.find(teamId, vector) : [])
    if (near.length === 0 && saysNothing(plan) && !query.inUrl?.length) return undefined
    const nearest = near
      .toSorted((a, b) => addNear(b) - addNear(a) || a.id - b.id)
      .slice(0, nearMax)
      .map(({ id }) => id)
    const candidates = await findCandidates(sql, teamId, { plan, query, near: nearest })
    const known = new Set(near.map(({ id }) => id))
    const others = await compare(candidates.flatMap(({ id }) => (known.has(id) ? [] : [id])))
    return rank(candidates, plan.terms, [...near, ...others])
  }
}

/** A few words are looked for as they are: names, and titles that are known. */
async function toVector(
  { words, phrases }: IndexQuery,
  { tellingWords }: QueryPlan,
): Promise<Float32Array | undefined> {
  if (tellingWords < tellingWordsMin) return undefined
  return encode(await loadTable(), [...words, ...phrases].join(' '))
}

const saysNothing = ({ terms, conditions }: QueryPlan) =>
  terms.length === 0 && conditions.every((part) => part.startsWith('!'))
