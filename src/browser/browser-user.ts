import { readFileSync } from 'node:fs'

export interface BrowserUser {
  readonly uid: number
  readonly gid: number
}

/** An id that no account of a usual system has; not `nobody`, who may own other things. */
const unlisted: BrowserUser = { uid: 65_531, gid: 65_531 }

/**
 * Who runs Chromium, which must not be root: the user `weir-browser` where there is one, else an id without an account.
 * Undefined when we are not root: then it is ourselves.
 */
export function browserUser(): BrowserUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((row) => row.startsWith('weir-browser:'))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : unlisted
}
