import type { Sql } from '#storage/database.ts'

/** An account at an OpenID Connect provider. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
}

/** Which account belongs to which person. */
export interface Identities {
  find(identity: Identity): Promise<string | undefined>
  /** Does nothing if the account belongs to a person already. */
  add(identity: Identity, personId: string, within: Sql): Promise<void>
}

export function createIdentities({ database }: { readonly database: Sql }): Identities {
  return {
    async find({ issuer, subject }) {
      const [row] = await database.query<{ personId: string }>(
        'select person_id as "personId" from identities where issuer = $1 and subject = $2',
        [issuer, subject],
      )
      return row?.personId
    },
    async add({ issuer, subject }, personId, sql) {
      await sql.query(
        `insert into identities (issuer, subject, person_id, created_at) values ($1, $2, $3, now())
         on conflict do nothing`,
        [issuer, subject, personId],
      )
    },
  }
}
