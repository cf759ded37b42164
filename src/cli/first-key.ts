import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Writes the first key to a file that only this user can read. Returns its path. */
export function saveFirstKey(dataDir: string, key: string): string {
  const path = join(resolve(dataDir), 'first-api-key')
  // Never overwrites a file or follows a link.
  rmSync(path, { force: true })
  writeFileSync(path, `${key}\n`, { mode: 0o600, flag: 'wx' })
  return path
}
