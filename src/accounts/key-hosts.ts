import { createMemory } from '#kernel/memory.ts'
import { findKeyId, type Principal } from '#kernel/principal.ts'
import type { Sql } from '#storage/database.ts'

/**
 * The only hosts that a principal may reach; an empty list means all. Work keeps the hosts of the key that started it, also when
 * the key is revoked.
 */
export type FindKeyHosts = (principal: Principal | undefined) => Promise<readonly string[]>

const keptMax = 10_000
const unrestricted: readonly string[] = []

/** The hosts of a key never change, so they are kept; the same object each time. */
export function createFindKeyHosts({ database }: { readonly database: Sql }): FindKeyHosts {
  const kept = createMemory<Promise<readonly string[]>>({ sizeMax: keptMax })

  async function read(keyId: string): Promise<readonly string[]> {
    const [row] = await database.query<{ hosts: readonly string[] }>(
      'select allowed_hosts as hosts from api_keys where id = $1',
      [keyId],
    )
    return row && row.hosts.length > 0 ? row.hosts : unrestricted
  }

  return async (principal) => {
    const keyId = principal && findKeyId(principal)
    if (!keyId) return unrestricted
    return kept.getOrMake(keyId, () => {
      const found = read(keyId)
      found.catch(() => kept.delete(keyId))
      return found
    })
  }
}
