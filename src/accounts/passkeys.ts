import { afterMs, type Sql } from '#storage/database.ts'

export interface Passkey {
  /** In Base64url, as browsers write it. */
  readonly id: string
  readonly personId: string
  readonly publicKey: Buffer
  /** Signatures that the device has counted; zero where it counts none. */
  readonly counter: number
  /** How browsers reach the device. */
  readonly transports: readonly string[]
}

export interface ListedPasskey {
  readonly id: string
  readonly name: string
  readonly transports: readonly string[]
  readonly createdAt: Date
  readonly usedAt: Date | null
}

/** Passkeys of people, and what their devices are asked to sign. */
export interface Passkeys {
  list(personId: string): Promise<ListedPasskey[]>
  /** Whether anybody has one. */
  hasAny(): Promise<boolean>
  /** Undefined for an unknown one, and for one of a person who is disabled. */
  find(id: string): Promise<Passkey | undefined>
  /** Returns false for one that is known. */
  add(passkey: Passkey & { readonly name: string }): Promise<boolean>
  /** Records that it was used, with the count of its device. */
  use(id: string, counter: number): Promise<void>
  /** Returns its name; undefined where the person has none with this id. */
  remove(id: string, personId: string): Promise<string | undefined>
  /** Remembers a challenge for five minutes: of who adds a passkey, or null at sign-in. */
  challenge(challenge: string, personId: string | null): Promise<void>
  /** Whether this challenge was remembered for this purpose; each is answered once. */
  answer(challenge: string, personId: string | null): Promise<boolean>
}

const challengeMs = 5 * 60_000

export function createPasskeys({ database }: { readonly database: Sql }): Passkeys {
  return {
    ...createChallenges(database),
    list: (personId) =>
      database.query<ListedPasskey>(
        `select id, name, transports, created_at as "createdAt", used_at as "usedAt"
         from passkeys where person_id = $1 order by created_at, id`,
        [personId],
      ),
    async hasAny() {
      return (await database.query('select from passkeys limit 1', [])).length > 0
    },
    async find(id) {
      const [row] = await database.query<Passkey>(
        `select k.id, person_id as "personId", public_key as "publicKey", counter::float8 as counter, transports
         from passkeys k join people p on p.id = person_id where k.id = $1 and p.disabled_at is null`,
        [id],
      )
      return row
    },
    async add({ id, personId, name, publicKey, counter, transports }) {
      const rows = await database.query(
        `insert into passkeys (id, person_id, name, public_key, counter, transports, created_at)
         values ($1, $2, $3, $4, $5, $6, now()) on conflict do nothing returning id`,
        [id, personId, name, publicKey, counter, transports],
      )
      return rows.length > 0
    },
    async use(id, counter) {
      await database.query('update passkeys set counter = $2, used_at = now() where id = $1', [
        id,
        counter,
      ])
    },
    async remove(id, personId) {
      const [row] = await database.query<{ name: string }>(
        'delete from passkeys where id = $1 and person_id = $2 returning name',
        [id, personId],
      )
      return row?.name
    },
  }
}

const createChallenges = (database: Sql): Pick<Passkeys, 'challenge' | 'answer'> => ({
  async challenge(challenge, personId) {
    await database.query(
      `with expired as (delete from passkey_challenges where expires_at <= now())
       insert into passkey_challenges (challenge, person_id, expires_at) values ($1, $2, ${afterMs('$3')})`,
      [challenge, personId, challengeMs],
    )
  },
  async answer(challenge, personId) {
    const [row] = await database.query<{ isValid: boolean }>(
      `delete from passkey_challenges where challenge = $1
       returning person_id is not distinct from $2::uuid and expires_at > now() as "isValid"`,
      [challenge, personId],
    )
    return row?.isValid === true
  },
})
