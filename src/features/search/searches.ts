import { beforeMs, type Database, type Sql } from '#storage/database.ts'

/** A search that can be rated. */
export interface StoredSearch {
  readonly id: string
  readonly teamId: string
  readonly at: Date
}

/** Searches by id, without their queries, until they are too old to be rated. */
export interface Searches {
  save(search: StoredSearch, within: Sql): Promise<void>
  /** When the team made the search. */
  find(id: string, teamId: string): Promise<Date | undefined>
  sweep(): Promise<void>
}

const dayMs = 86_400_000
/** Searches are known for so much longer than they can be rated, so that the answer says why they cannot. */
const graceFactor = 2

export function createSearches(deps: {
  readonly database: Database
  readonly ratedDays: number
}): Searches {
  const { database, ratedDays } = deps
  return {
    async save({ id, teamId, at }, within) {
      await within.query(
        'insert into searches (id, team_id, created_at) values ($1, $2, $3) on conflict (id) do nothing',
        [id, teamId, at],
      )
    },
    async find(id, teamId) {
      const [row] = await database.query<{ at: Date }>(
        'select created_at as at from searches where id = $1 and team_id = $2',
        [id, teamId],
      )
      return row?.at
    },
    async sweep() {
      await database.query(`delete from searches where created_at < ${beforeMs('$1')}`, [
        ratedDays * graceFactor * dayMs,
      ])
    },
  }
}
