import { findRequester, type Principal } from '#kernel/principal.ts'
import type { Sql } from '#storage/database.ts'

/** The name of who asks for something: of the person, or of the API key; null when neither is known. */
export type NameOf = (principal: Principal) => Promise<string | null>

export const createFindName =
  (database: Sql): NameOf =>
  async (principal) => {
    const requester = findRequester(principal)
    if (requester === null || requester.kind === 'keyless') return null
    const [row] = await database.query<{ name: string | null }>(
      requester.kind === 'key'
        ? `select name from api_keys where id = $1`
        : `select coalesce(p.name, k.name) as name from console_sessions s
             left join people p on p.id = s.person_id left join api_keys k on k.id = s.key_id
           where s.id = $1`,
      [requester.id],
    )
    return row?.name ?? null
  }
