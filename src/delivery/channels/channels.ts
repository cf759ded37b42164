import { newId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import { openReadable } from '#storage/content-seals.ts'
import type { Database, Sql } from '#storage/database.ts'
import type { Seal, SealedJson } from '#storage/seal.ts'

/** A channel of a team. Its URL has secrets and is never shown. */
export interface StoredChannel {
  readonly id: string
  readonly name: string
  readonly url: string
  readonly createdAt: Date
}

/** The channels of teams. */
export interface Channels {
  /** Oldest first. */
  list(teamId: string, within?: Sql): Promise<StoredChannel[]>
  /** Undefined when the team has as many as it may have. */
  add(
    teamId: string,
    channel: Pick<StoredChannel, 'name' | 'url'>,
  ): Promise<StoredChannel | undefined>
  /** False for an unknown one. */
  remove(teamId: string, id: string): Promise<boolean>
}

const channelsMax = 100

type Row = Omit<StoredChannel, 'url'> & { readonly channel: SealedJson<{ url: string }> }

export function createChannels(deps: {
  readonly database: Database
  readonly seal: Seal
  readonly log: Log
}): Channels {
  const { database, seal, log } = deps
  return {
    async list(teamId, within = database) {
      const rows = await within.query<Row>(
        `select id, name, channel, created_at as "createdAt" from channels
         where team_id = $1 order by created_at, id`,
        [teamId],
      )
      const open = async ({ channel, ...row }: Row) => ({ ...row, url: seal.open(channel).url })
      return openReadable(rows, open, { log })
    },
    add: (teamId, { name, url }) =>
      database.transaction(async (sql) => {
        // One after another, so that two at the same time do not both find room.
        await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 382))', [teamId])
        const [row] = await sql.query<{ createdAt: Date; id: string }>(
          `insert into channels (id, team_id, name, channel, created_at)
           select $1, $2, $3, $4, now()
           where (select count(*) from channels where team_id = $2) < $5
           returning id, created_at as "createdAt"`,
          [newId(), teamId, name, seal.seal({ url }), channelsMax],
        )
        return row && { ...row, name, url }
      }),
    async remove(teamId, id) {
      const rows = await database.query(
        'delete from channels where team_id = $1 and id = $2 returning id',
        [teamId, id],
      )
      return rows.length > 0
    },
  }
}
