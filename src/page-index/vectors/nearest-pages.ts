import type { Clock } from '#kernel/clock.ts'
import { createYields } from '#kernel/event-loop.ts'
import { createMemory } from '#kernel/memory.ts'
import type { Sql } from '#storage/database.ts'
import { similarity, toCode, vectorBytes } from './quantise.ts'
import { createTeamCodes, type TeamCodes } from './team-codes.ts'

/** A page and how near its nearest passage is to a question: a cosine. */
export interface NearPage {
  readonly id: number
  readonly similarity: number
  /** Place of that passage among the passages of the page. */
  readonly passage: number
}

/** Of all teams together. */
const bytesMax = 96 * 1_024 * 1_024
const lifeMs = 900_000
/** Pages that are compared by their signs alone, and those of them whose vectors are read. */
const readMax = 200
const rowsAtOnce = 5_000
/** Versions that may have been written after a later one; they are read again. */
const overlap = 1_000

/**
 * Finds the pages of a team that are nearest to a vector. The signs of all its passages are kept in memory while the team searches, 32 bytes
 * each, and the vectors of the likely pages are read from the database.
 */
export function createNearestPages({ sql, clock }: { readonly sql: Sql; readonly clock: Clock }) {
  const teams = createMemory<TeamCodes>({
    sizeMax: bytesMax,
    measureSize: (codes) => codes.bytes + 1,
    lifeMs,
    clock,
  })

  async function refresh(teamId: string): Promise<TeamCodes> {
    const codes = teams.get(teamId) ?? createTeamCodes()
    let after = Math.max(0, codes.version - overlap)
    for (;;) {
      const rows = await sql.query<{ id: number; version: number; codes: Buffer }>(
        `select id::integer, vector_version::integer as version, codes from search_pages
         where team_id = $1 and codes is not null and vector_version > $2 order by vector_version limit ${rowsAtOnce}`,
        [teamId, after],
      )
      for (const row of rows) codes.put(row)
      after = rows.at(-1)?.version ?? after
      if (rows.length < rowsAtOnce) break
    }
    teams.set(teamId, codes)
    return codes
  }

  return async function nearestPages(teamId: string, vector: Float32Array): Promise<NearPage[]> {
    const codes = await refresh(teamId)
    const ids = await codes.nearest(toCode(vector), readMax)
    if (ids.length === 0) return []
    const rows = await sql.query<{ id: number; vectors: Buffer }>(
      `select id::integer, vectors from search_pages where team_id = $1 and id = any($2::bigint[]) and vectors is not null`,
      [teamId, ids],
    )
    const yields = createYields()
    const near: NearPage[] = []
    for (const { id, vectors } of rows) {
      near.push({ id, ...nearestPassage(vector, vectors) })
      await yields.next()
    }
    return near.toSorted((a, b) => b.similarity - a.similarity || a.id - b.id)
  }
}

function nearestPassage(vector: Float32Array, vectors: Uint8Array) {
  let best = { similarity: -1, passage: 0 }
  for (let passage = 0; passage < vectors.length / vectorBytes; passage++) {
    const found = similarity(vector, vectors, passage * vectorBytes)
    if (found > best.similarity) best = { similarity: found, passage }
  }
  return best
}
