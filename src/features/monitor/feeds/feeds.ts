import { readTeamLimits } from '#accounts/team-limits.ts'
import { hashOfToken, newToken } from '#accounts/tokens.ts'
import { newId } from '#kernel/ids.ts'
import type { Database, Sql } from '#storage/database.ts'

/** A feed of changes: of a monitor, of the monitors with a tag, or of all monitors of the team. */
export interface Feed {
  readonly id: string
  readonly teamId: string
  readonly monitorId: string | null
  readonly tag: string | null
  readonly createdAt: Date
}

/** Whose changes a feed has. */
export type FeedSubject = Pick<Feed, 'monitorId' | 'tag'>

export interface Feeds {
  /** Oldest first. */
  list(teamId: string): Promise<Feed[]>
  /** The token is shown once. Undefined when the team has as many as it may have. */
  add(teamId: string, subject: FeedSubject): Promise<(Feed & { token: string }) | undefined>
  /** False for an unknown one. */
  remove(teamId: string, id: string): Promise<boolean>
  /** Those of a deleted monitor. */
  removeOf(monitorId: string, sql: Sql): Promise<void>
  /** Undefined for an unknown token, and for teams of which nothing is stored. */
  open(token: string): Promise<Feed | undefined>
}

const feedsMax = 100
const columns = 'id, team_id as "teamId", monitor_id as "monitorId", tag, created_at as "createdAt"'

export function createFeeds({ database }: { readonly database: Database }): Feeds {
  return {
    list: (teamId) =>
      database.query<Feed>(
        `select ${columns} from monitor_feeds where team_id = $1 order by created_at, id`,
        [teamId],
      ),
    add: (teamId, { monitorId, tag }) =>
      database.transaction(async (sql) => {
        // One after another, so that two at the same time do not both find room.
        await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 390))', [teamId])
        const token = newToken()
        const [row] = await sql.query<Feed>(
          `insert into monitor_feeds (id, team_id, monitor_id, tag, token_hash, created_at)
           select $1, $2, $3, $4, $5, now()
           where (select count(*) from monitor_feeds where team_id = $2) < $6
           returning ${columns}`,
          [newId(), teamId, monitorId, tag, hashOfToken(token), feedsMax],
        )
        return row && { ...row, token }
      }),
    async remove(teamId, id) {
      const rows = await database.query(
        'delete from monitor_feeds where team_id = $1 and id = $2 returning id',
        [teamId, id],
      )
      return rows.length > 0
    },
    async removeOf(monitorId, sql) {
      await sql.query('delete from monitor_feeds where monitor_id = $1', [monitorId])
    },
    async open(token) {
      const [feed] = await database.query<Feed>(
        `select ${columns} from monitor_feeds where token_hash = $1`,
        [hashOfToken(token)],
      )
      const limits = feed && (await readTeamLimits(feed.teamId, database))
      return limits && limits.zeroDataRetention !== 'forced' ? feed : undefined
    },
  }
}
