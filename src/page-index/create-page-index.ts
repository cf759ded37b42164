import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { Clock } from '#kernel/clock.ts'
import { createSemaphore } from '#kernel/semaphore.ts'
import type { Database } from '#storage/database.ts'
import { deletePages } from './delete-pages.ts'
import { createEnforceRetention, type IndexLimits } from './enforce-retention.ts'
import { createFindRanked } from './find-ranked.ts'
import type { IndexedPage, PageIndex } from './page-index.ts'
import { urlKey } from './page-key.ts'
import { planQuery } from './plan-query.ts'
import { putPages } from './put-pages.ts'
import { createSpelling } from './spelling.ts'
import { createTeamFacts } from './team-facts.ts'
import { builtInEncoder, type VectorEncoder } from './vectors/encoder.ts'

interface PageIndexDeps {
  readonly database: Database
  readonly clock: Clock
  readonly budget: IndexLimits
  readonly encoder?: VectorEncoder
  /** Searches of one team at once. */
  readonly searchesMax?: number
}

const waitingMax = 1_024

const decompress = promisify<Uint8Array, Buffer>(zstdDecompress)

/** The index in the database of the service. */
export function createPageIndex({
  database,
  clock,
  budget,
  encoder = builtInEncoder,
  // A search keeps a processor of the database busy; another one answers short requests.
  searchesMax = Math.max(1, availableParallelism() - 1),
}: PageIndexDeps): PageIndex {
  const searches = createSemaphore({ perTeamMax: searchesMax, waitingMax })
  const spelling = createSpelling({ sql: database })
  const enforceRetention = createEnforceRetention({ database, clock, budget })
  const facts = createTeamFacts({ sql: database, clock })
  const findRanked = createFindRanked({ sql: database, clock, encoder })

  async function read(teamId: string, ids: readonly number[]): Promise<IndexedPage[]> {
    const rows = await database.query<Omit<IndexedPage, 'text'> & { body: Buffer }>(
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

  async function countKnown(teamId: string, urls: readonly string[]): Promise<number> {
    const [row] = await database.query<{ count: number }>(
      `select count(*)::integer as count from search_pages where team_id = $1 and url_key = any($2::bytea[])`,
      [teamId, urls.map(urlKey)],
    )
    return row?.count ?? 0
  }

  return {
    put: (pages, within = database) => putPages(within, pages, encoder),
    deletePages: (teamId, what, within = database) => deletePages(within, teamId, what),
    async find(teamId, query, signal = AbortSignal.any([])) {
      using slot = await searches.acquire({ teamId, signal })
      void slot
      const { size: all, languages } = await facts.of(teamId)
      const size = query.urls && all > 0 ? await countKnown(teamId, query.urls) : all
      if (size === 0) return { pages: [], corrections: [], size }
      const asked = { query, languages, size: all }
      const plan = await planQuery(teamId, asked, { sql: database, spelling })
      const { corrections, ignored } = plan
      const { ranked, isByWordsOnly } = await findRanked(teamId, query, plan)
      if (!ranked) return { pages: [], corrections, ignored, size, isByWordsOnly }
      const ids = ranked.slice(0, query.limit).map(({ id }) => id)
      const pages = await read(teamId, ids)
      return { pages, corrections, size, isByWordsOnly }
    },
    refresh: async () => {},
    sweep: () => enforceRetention.sweep(),
  }
}
