import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import type { Clock } from '#kernel/clock.ts'
import type { Database } from '#storage/database.ts'
import { deletePages } from './delete-pages.ts'
import { createEnforceRetention, type IndexLimits } from './enforce-retention.ts'
import { createFindRanked } from './find-ranked.ts'
import type { IndexedPage, PageIndex } from './page-index.ts'
import { planQuery } from './plan-query.ts'
import { putPages } from './put-pages.ts'
import { createSpelling } from './spelling.ts'
import { createTeamFacts } from './team-facts.ts'

interface PageIndexDeps {
  readonly database: Database
  readonly clock: Clock
  readonly budget: IndexLimits
}

const decompress = promisify<Uint8Array, Buffer>(zstdDecompress)

/** The index in the database of the service. */
export function createPageIndex({ database, clock, budget }: PageIndexDeps): PageIndex {
  const spelling = createSpelling({ sql: database })
  const enforceRetention = createEnforceRetention({ database, clock, budget })
  const facts = createTeamFacts({ sql: database, clock })
  const findRanked = createFindRanked({ sql: database, clock })

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

  return {
    put: (pages, within = database) => putPages(within, pages),
    deletePages: (teamId, what, within = database) => deletePages(within, teamId, what),
    async find(teamId, query) {
      const { size, languages } = await facts.of(teamId)
      if (size === 0) return { pages: [], corrections: [], size }
      const plan = await planQuery(teamId, { query, languages, size }, { sql: database, spelling })
      const { corrections, ignored } = plan
      const ranked = await findRanked(teamId, query, plan)
      if (!ranked) return { pages: [], corrections, ignored, size }
      const ids = ranked.slice(0, query.limit).map(({ id }) => id)
      const pages = await read(teamId, ids)
      return { pages, corrections, size }
    },
    sweep: () => enforceRetention.sweep(),
  }
}
