import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { browserUser, type BrowserUser } from '#browser/browser-user.ts'

/** Ids that no distribution assigns to accounts, services or containers. */
const firstId = 0x7000_0000
const idsCount = 2 ** 24

/**
 * Returns a user for the boxes of one session. The kernel counts some things per user for the whole machine: a user of its own
 * takes none of them from other sessions or from the service. Only root can start processes as another user; undefined otherwise.
 */
export function sessionUser(): BrowserUser | undefined {
  const shared = browserUser()
  if (!shared) return undefined
  const uid = firstId + randomInt(idsCount)
  return isMapped(uid) ? { uid, gid: shared.gid } : shared
}

/** In a container, root may have few ids. */
function isMapped(id: number): boolean {
  const map = readFileSync('/proc/self/uid_map', 'utf8').trim().split('\n')
  return map.some((line) => {
    const [first = 0, , count = 0] = line.trim().split(/\s+/).map(Number)
    return id >= first && id < first + count
  })
}
