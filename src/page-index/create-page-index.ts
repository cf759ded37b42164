import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { Clock } from '#kernel/clock.ts'
import type { Database } from '#storage/database.ts'
import { findCandidates } from './candidates.ts'
import { deletePages } from './delete-pages.ts'
import { createEnforceRetention, type IndexLimits } from './enforce-retention.ts'
import type { FoundPage, IndexQuery, PageIndex } from './page-index.ts'
import { planQuery, type Plan } from './plan-query.ts'
import { putPages } from './put-pages.ts'
import { rank } from './rank.ts'
import { createSpelling } from './spelling.ts'
import { createTeamFacts } from './team-facts.ts'
import { encode } from './vectors/encode.ts'
import { addNear, createNearestPages } from './vectors/nearest-pages.ts'
import { loadTable } from './vectors/table.ts'

interface PageIndexDeps {
  readonly database: Database
  readonly clock: Clock
  readonly budget: IndexLimits
}

/** Words that say something which a query needs to be compared by what it means. */
const tellingWordsMin = 3
/** Pages that are results because of what they say. */
const nearMax = 100

const decompress = promisify<Uint8Array, Buffer>(zstdDecompress)

/** The index in the database of the service. */
export function createPageIndex({ database, clock, budget }: PageIndexDeps): PageIndex {
  const spelling = createSpelling({ sql: database })
  const enforceRetention = createEnforceRetention({ database, clock, budget })
  const facts = createTeamFacts({ sql: database, clock })
  const nearestPages = createNearestPages({ sql: database, clock })

  async function read(teamId: string, ids: readonly number[]): Promise<FoundPage[]> {
    const rows = await database.query<Omit<FoundPage, 'text'> & { body: Buffer }>(
      `select url, title, body, published_at as "publishedAt", read_at as "readAt"
       from unnest($2::bigint[]) with ordinality as wanted (id, position)
       join search_pages p on p.team_id = $1 and p.id = wanted.id order by position`,
      [teamId, ids],
    )
    return Promise.all(
      rows.map(async ({ body, publishedAt, ...page }) => ({
        ...page,
        publishedAt: publishedAt ?? undefined,
        text: (await decompress(body)).toString(),
      })),
    )
  }

  /** A few words are looked for as they are: names, and titles that are known. */
  async function toVector(query: IndexQuery, plan: Plan): Promise<Float32Array | undefined> {
    if (plan.tellingWords < tellingWordsMin) return undefined
    return encode(await loadTable(), [...query.words, ...query.phrases].join(' '))
  }

  return {
    put: (pages, within = database) => putPages(within, pages),
    deletePages: (teamId, what, within = database) => deletePages(within, teamId, what),
    async find(teamId, query) {
      const { size, languages } = await facts.of(teamId)
      if (size === 0) return { pages: [], corrections: [], size }
      const plan = await planQuery(teamId, { query, languages, size }, { sql: database, spelling })
      const vector = await toVector(query, plan)
      const compare = async (ids: readonly number[]) =>
        vector ? nearestPages.compare(teamId, vector, ids) : []
      const near = await compare(vector ? await nearestPages.find(teamId, vector) : [])
      const isEmpty =
        near.length === 0 &&
        plan.terms.length === 0 &&
        plan.conditions.every((part) => part.startsWith('!'))
      const { corrections, ignored } = plan
      if (isEmpty) return { pages: [], corrections, ignored, size }
      const nearest = near
        .toSorted((a, b) => addNear(b) - addNear(a) || a.id - b.id)
        .slice(0, nearMax)
        .map(({ id }) => id)
      const candidates = await findCandidates(database, teamId, { plan, query, near: nearest })
      const known = new Set(near.map(({ id }) => id))
      const others = await compare(candidates.flatMap(({ id }) => (known.has(id) ? [] : [id])))
      const ranked = rank(candidates, plan.terms, [...near, ...others]).slice(0, query.limit)
      const pages = await read(
        teamId,
        ranked.map(({ id }) => id),
      )
      return { pages, corrections, size }
    },
    sweep: () => enforceRetention.sweep(),
  }
}
