import type { Clock } from '#kernel/clock.ts'
import { createYields } from '#kernel/event-loop.ts'
import { createMemory } from '#kernel/memory.ts'
import { urlKey } from '#page-index/page-key.ts'
import type { Sql } from '#storage/database.ts'
import { similarity, toCode, vectorBytes } from './quantise.ts'
import { createTeamCodes, passageBytes, type CodedPage, type TeamCodes } from './team-codes.ts'

/** How near a page is to a question: cosines. */
export interface NearPage {
  readonly id: number
  /** Of the nearest passage. */
  readonly passage: number
  /** Of the title and the beginning of the text. */
  readonly head: number
}

/** From -1 to 1. */
export const addNear = ({ passage, head }: NearPage): number => (passage + head) / 2

/** The vector of a question, which is compared with those of its space. */
export interface QuestionVector {
  readonly vector: Float32Array
  readonly space: string
}

export interface NearestPages {
  /** The pages that are likely to be near, found by signs alone; with few `urls`, all of them. */
  find(teamId: string, question: QuestionVector, urls?: readonly string[]): Promise<NearPage[]>
  /** Compares pages by their vectors; leaves out those that have none. */
  compare(teamId: string, question: QuestionVector, ids: readonly number[]): Promise<NearPage[]>
}

/** Of all teams together, and of one. */
const bytesMax = 96 * 1_024 * 1_024
const teamBytesMax = 64 * 1_024 * 1_024
const lifeMs = 900_000
/** Pages that are compared by their signs alone, and those of them whose vectors are read. */
const readMax = 200
const rowsAtOnce = 5_000
/** So many pages are all compared, where no others are searched. */
const comparedMax = 1_000
/** Versions that may have been written after a later one; they are read again. */
const overlap = 1_000

/**
 * Finds the pages of a team that are nearest to a vector. The signs of its passages are kept in memory while the team searches, 36 bytes
 * each, and the vectors of the likely pages are read from the database. Pages beyond `teamBytesMax` are found by their words only.
 */
export function createNearestPages({
  sql,
  clock,
}: {
  readonly sql: Sql
  readonly clock: Clock
}): NearestPages {
  const teams = createMemory<TeamCodes>({
    sizeMax: bytesMax,
    measureSize: (codes) => codes.bytes + 1,
    lifeMs,
    clock,
  })

  /** Searches of a team that begin at the same time load it once. */
  const loading = new Map<string, Promise<TeamCodes>>()

  function load(teamId: string, space: string): Promise<TeamCodes> {
    const name = makeName(teamId, space)
    const known = loading.get(name)
    if (known) return known
    const codes = createTeamCodes(Math.floor(teamBytesMax / passageBytes))
    const made = readNew(codes, teamId, space).finally(() => loading.delete(name))
    loading.set(name, made)
    return made
  }

  /** Adds the pages that were written since the last call; of those before, only what was written late is read. */
  async function readNew(codes: TeamCodes, teamId: string, space: string): Promise<TeamCodes> {
    const known = codes.version
    let after = Math.max(0, known - overlap)
    const yields = createYields()
    for (;;) {
      const rows = await readWritten(sql, teamId, { after, known, space })
      const late: number[] = []
      for (const row of rows) {
        if (row.codes) codes.put({ ...row, codes: row.codes })
        else if (!codes.has(row)) late.push(row.id)
        await yields.next()
      }
      if (late.length > 0) for (const row of await readCodes(sql, teamId, late)) codes.put(row)
      after = rows.at(-1)?.version ?? after
      if (rows.length < rowsAtOnce) break
    }
    teams.set(makeName(teamId, space), codes)
    return codes
  }

  return {
    async find(teamId, question, urls) {
      if (urls && urls.length <= comparedMax)
        return comparePages(sql, { teamId, ids: await findIds(sql, teamId, urls) }, question)
      const { vector, space } = question
      const held = teams.get(makeName(teamId, space)) ?? (await load(teamId, space))
      const codes = await readNew(held, teamId, space)
      const ids = await codes.nearest(toCode(vector), readMax)
      const near = await comparePages(sql, { teamId, ids }, question)
      const found = new Set(near.map(({ id }) => id))
      codes.remove(ids.filter((id) => !found.has(id)))
      return near
    },
    compare: (teamId, question, ids) => comparePages(sql, { teamId, ids }, question),
  }
}

const makeName = (teamId: string, space: string) => `${teamId} ${space}`

/** Those that were written after a version, with the codes of those after what is known. */
async function readWritten(
  sql: Sql,
  teamId: string,
  { after, known, space }: Record<'after' | 'known', number> & { readonly space: string },
): Promise<(Omit<CodedPage, 'codes'> & { readonly codes: Buffer | null })[]> {
  return sql.query(
    `select id::integer, vector_version::integer as version, case when vector_version > $4 then codes end as codes
     from search_pages where team_id = $1 and codes is not null and vector_version > $2 and vector_space = $3
     order by vector_version limit ${rowsAtOnce}`,
    [teamId, after, space, known],
  )
}

async function readCodes(sql: Sql, teamId: string, ids: readonly number[]): Promise<CodedPage[]> {
  return sql.query<CodedPage>(
    `select id::integer, vector_version::integer as version, codes from search_pages
     where team_id = $1 and id = any($2::bigint[]) and codes is not null`,
    [teamId, ids],
  )
}

async function findIds(sql: Sql, teamId: string, urls: readonly string[]): Promise<number[]> {
  const rows = await sql.query<{ id: number }>(
    `select id::integer from search_pages where team_id = $1 and url_key = any($2::bytea[])`,
    [teamId, urls.map(urlKey)],
  )
  return rows.map(({ id }) => id)
}

async function comparePages(
  sql: Sql,
  { teamId, ids }: { readonly teamId: string; readonly ids: readonly number[] },
  { vector, space }: QuestionVector,
): Promise<NearPage[]> {
  const rows = await sql.query<{ id: number; head: Buffer | null; vectors: Buffer }>(
    `select id::integer, head_vector as head, vectors from search_pages
     where team_id = $1 and id = any($2::bigint[]) and vectors is not null and vector_space = $3`,
    [teamId, ids, space],
  )
  const yields = createYields()
  const near: NearPage[] = []
  for (const { id, head, vectors } of rows) {
    const passage = largestSimilarity(vector, vectors)
    // Pages that were indexed before have none.
    near.push({ id, passage, head: head ? largestSimilarity(vector, head) : passage })
    await yields.next()
  }
  return near
}

/** The cosine of a vector and the nearest passage of a page; -1 for a page without passages. */
function largestSimilarity(vector: Float32Array, vectors: Uint8Array): number {
  let largest = -1
  for (let from = 0; from < vectors.length; from += vectorBytes(vector))
    largest = Math.max(largest, similarity(vector, vectors, from))
  return largest
}
