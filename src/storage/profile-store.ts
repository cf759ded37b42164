import type { Clock } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import { pack, unpack } from '#kernel/packing.ts'
import type { Database } from './database.ts'
import { seal, unseal } from './seal.ts'

/** A profile of a team. */
interface Place {
  readonly teamId: string
  readonly name: string
}

/** The right to write a profile; nobody else has it until it is given back or its time is over. */
interface Writing {
  /** False when the time was over and somebody else may have written. */
  save(state: string): Promise<boolean>
  release(): Promise<void>
}

/** Profiles as texts, each sealed for its team. */
export interface ProfileStore {
  /** Undefined when there is none of this name. */
  read(place: Place): Promise<string | undefined>
  /** Undefined while somebody else writes. */
  startWriting(place: Place, until: Date): Promise<Writing | undefined>
  /** False while somebody writes; removing what is not there is no failure. */
  remove(place: Place): Promise<boolean>
  /** Removes what nobody has used for long, and what belongs to teams that are gone. */
  sweep(): Promise<void>
}

interface ProfileStoreOptions {
  readonly database: Database
  readonly clock: Clock
  /** What is sealed can be read with it alone. */
  readonly key: Uint8Array
}

/** A profile that nobody uses is kept this long. */
const unusedMsMax = 90 * 86_400_000

export function createProfileStore({ database, clock, key }: ProfileStoreOptions): ProfileStore {
  return {
    async read(place) {
      const [row] = await database.query<{ sealed: Buffer | null }>(
        'update profiles set used_at = $3 where team_id = $1 and name = $2 returning sealed',
        [place.teamId, place.name, clock.now()],
      )
      if (!row?.sealed) return undefined
      const packed = unseal(row.sealed, { key, context: contextOf(place) })
      return (await unpack(packed)).toString()
    },
    startWriting: (place, until) => startWriting({ database, clock, key }, place, until),
    async remove({ teamId, name }) {
      const now = clock.now()
      return database.transaction(async (sql) => {
        const [row] = await sql.query<{ isWritten: boolean }>(
          `select writer_id is not null and written_until > $3 as "isWritten" from profiles
           where team_id = $1 and name = $2 for update`,
          [teamId, name, now],
        )
        if (row?.isWritten) return false
        await sql.query('delete from profiles where team_id = $1 and name = $2', [teamId, name])
        return true
      })
    },
    async sweep() {
      const oldest = new Date(clock.now().getTime() - unusedMsMax)
      await database.query(
        'delete from profiles where used_at <= $1 or team_id not in (select team_ids())',
        [oldest],
      )
    },
  }
}

async function startWriting(
  { database, clock, key }: ProfileStoreOptions,
  place: Place,
  until: Date,
): Promise<Writing | undefined> {
  const { teamId, name } = place
  const writerId = newId()
  const rows = await database.query(
    `insert into profiles (team_id, name, used_at, writer_id, written_until) values ($1, $2, $3, $4, $5)
     on conflict (team_id, name) do update set writer_id = $4, written_until = $5
     where profiles.writer_id is null or profiles.written_until <= $3 returning name`,
    [teamId, name, clock.now(), writerId, until],
  )
  if (rows.length === 0) return undefined
  return {
    async save(state) {
      const sealed = seal(await pack(state), { key, context: contextOf(place) })
      const saved = await database.query(
        `update profiles set sealed = $4, used_at = $5
         where team_id = $1 and name = $2 and writer_id = $3 returning name`,
        [teamId, name, writerId, sealed, clock.now()],
      )
      return saved.length > 0
    },
    async release() {
      await database.query(
        `update profiles set writer_id = null, written_until = null
         where team_id = $1 and name = $2 and writer_id = $3`,
        [teamId, name, writerId],
      )
    },
  }
}

/** What is sealed for one team or name does not open for another. */
const contextOf = ({ teamId, name }: Place) => `${teamId}\n${name}`
