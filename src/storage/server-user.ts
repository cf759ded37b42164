import { chownSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The user that runs PostgreSQL, which refuses to run as root; `prefix` precedes its command line. */
export interface ServerUser {
  readonly ids: { readonly uid?: number; readonly gid?: number }
  readonly prefix: readonly string[]
}

/**
 * Returns the current user, unless it is root: then the owner of the database folder, `postgres`, or `nobody`.
 * If that user cannot enter the folders above `paths` (such as root's home), setpriv grants it only this capability.
 */
export function serverUser(folder: string, paths: readonly string[]): ServerUser {
  if (process.getuid?.() !== 0) return { ids: {}, prefix: [] }
  const ids = findOwner(folder) ??
    listed('postgres') ??
    listed('nobody') ?? { uid: 65_534, gid: 65_534 }
  if (paths.every((path) => isOpenToAll(dirname(path)))) return { ids, prefix: [] }
  const prefix = [
    'setpriv',
    `--reuid=${ids.uid}`,
    `--regid=${ids.gid}`,
    '--clear-groups',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    // initdb asks access(2) for its programs, which else looks away from this capability.
    '--securebits=+no_setuid_fixup',
  ]
  return { ids, prefix }
}

function findOwner(folder: string) {
  const found = statSync(folder, { throwIfNoEntry: false })
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined
}

function listed(name: string) {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((row) => row.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

function isOpenToAll(folder: string): boolean {
  const isOpen = ((statSync(folder, { throwIfNoEntry: false })?.mode ?? 0o1) & 0o1) !== 0
  return isOpen && (dirname(folder) === folder || isOpenToAll(dirname(folder)))
}

/** Makes the user of the server own a file or folder. */
export function giveTo(path: string, { uid, gid }: ServerUser['ids']): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
}

/** Options of a process that runs as this user. */
export const spawnIds = (user: ServerUser) => (user.prefix.length > 0 ? {} : user.ids)
