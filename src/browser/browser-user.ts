import { readFileSync } from 'node:fs'

export interface BrowserUser {
  readonly uid: number
  readonly gid: number
}

/** A user id without account; not `nobody`, who may own other files. */
const unlisted: BrowserUser = { uid: 65_531, gid: 65_531 }

/**
 * Returns the user for Chromium, which must not run as root: `weir-browser` if it exists, else an id without account.
 * Undefined if this process does not run as root: Chromium then has the same user.
 */
export function browserUser(): BrowserUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((row) => row.startsWith('weir-browser:'))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : unlisted
}
