import { newId } from '#kernel/ids.ts'
import { pack, unpack } from '#kernel/packing.ts'
import { afterMs, beforeMs, type Database } from './database.ts'
import { deriveSealKey, seal, tryUnseal, unsealAny } from './seal.ts'
import { deriveKeys, type DeriveKey } from './secret.ts'

/** A profile of a team. */
interface ProfileKey {
  readonly teamId: string
  readonly name: string
}

/** An exclusive lease to write a profile, until it is released or expires. */
interface ProfileLease {
  /** Returns false if the lease has expired and another process may have written. */
  save(state: string): Promise<boolean>
  release(): Promise<void>
}

/** Browser profiles as texts, encrypted per team. */
export interface ProfileStore {
  /** Undefined for an unknown name. */
  read(profile: ProfileKey): Promise<string | undefined>
  /** Undefined while another process writes. `release_profiles` of the database ends the lease of a `writerId`. */
  startWriting(
    profile: ProfileKey,
    forMs: number,
    writerId?: string,
  ): Promise<ProfileLease | undefined>
  /** Returns false while a process writes. Does nothing for an unknown name. */
  remove(profile: ProfileKey): Promise<boolean>
  /** Deletes profiles that were not used for a long time, and those of deleted teams. */
  sweep(): Promise<void>
}

/** Encrypts a profile that the former secret encrypted with the current one; undefined for any other. */
export function renewProfile(deriveKey: DeriveKey) {
  const [key, previous] = deriveKeys(deriveKey, 'profiles')
  return (sealed: Uint8Array, profile: ProfileKey): Buffer | undefined => {
    const context = makeContext(profile)
    const opened = previous && tryUnseal(sealed, deriveSealKey({ key: previous, context }))
    return opened && seal(opened, { key, context })
  }
}

/** The keys that encrypt profiles, the current one first. */
type Keys = readonly [Uint8Array, ...Uint8Array[]]

interface ProfileStoreOptions {
  readonly database: Database
  readonly deriveKey: DeriveKey
}

/** Retention of an unused profile. */
const unusedMsMax = 90 * 86_400_000

export function createProfileStore({ database, deriveKey }: ProfileStoreOptions): ProfileStore {
  const keys = deriveKeys(deriveKey, 'profiles')
  return {
    async read(profile) {
      const [row] = await database.query<{ sealed: Buffer | null }>(
        'update profiles set used_at = now() where team_id = $1 and name = $2 returning sealed',
        [profile.teamId, profile.name],
      )
      if (!row?.sealed) return undefined
      const packed = unsealAny(row.sealed, { keys, context: makeContext(profile) })
      return (await unpack(packed)).toString()
    },
    startWriting: (profile, forMs, writerId = newId()) =>
      startWriting({ database, keys }, profile, { forMs, writerId }),
    async remove({ teamId, name }) {
      return database.transaction(async (sql) => {
        const [row] = await sql.query<{ isWritten: boolean }>(
          `select lease_owner is not null and leased_until > now() as "isWritten" from profiles
           where team_id = $1 and name = $2 for update`,
          [teamId, name],
        )
        if (row?.isWritten) return false
        await sql.query('delete from profiles where team_id = $1 and name = $2', [teamId, name])
        return true
      })
    },
    async sweep() {
      await database.query(
        `delete from profiles where used_at <= ${beforeMs('$1')} or team_id not in (select team_ids())`,
        [unusedMsMax],
      )
    },
  }
}

async function startWriting(
  { database, keys }: { readonly database: Database; readonly keys: Keys },
  profile: ProfileKey,
  { forMs, writerId }: { readonly forMs: number; readonly writerId: string },
): Promise<ProfileLease | undefined> {
  const { teamId, name } = profile
  const rows = await database.query(
    `insert into profiles (team_id, name, used_at, lease_owner, leased_until) values ($1, $2, now(), $3, ${afterMs('$4')})
     on conflict (team_id, name) do update set lease_owner = $3, leased_until = excluded.leased_until
     where profiles.lease_owner is null or profiles.leased_until <= now() returning name`,
    [teamId, name, writerId, forMs],
  )
  if (rows.length === 0) return undefined
  return {
    async save(state) {
      const sealed = seal(await pack(state), { key: keys[0], context: makeContext(profile) })
      const saved = await database.query(
        `update profiles set sealed = $4, used_at = now()
         where team_id = $1 and name = $2 and lease_owner = $3 returning name`,
        [teamId, name, writerId, sealed],
      )
      return saved.length > 0
    },
    async release() {
      await database.query(
        `update profiles set lease_owner = null, leased_until = null
         where team_id = $1 and name = $2 and lease_owner = $3`,
        [teamId, name, writerId],
      )
    },
  }
}

/** A profile cannot be decrypted for another team or name. */
const makeContext = ({ teamId, name }: ProfileKey) => `${teamId}\n${name}`
