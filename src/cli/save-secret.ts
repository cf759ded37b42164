import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Writes a secret to a file of the data folder that only this user can read. Returns its path. */
export function saveSecret(dataDir: string, name: string, secret: string): string {
  const path = join(resolve(dataDir), name)
  // Never overwrites a file or follows a link.
  rmSync(path, { force: true })
  writeFileSync(path, `${secret}\n`, { mode: 0o600, flag: 'wx' })
  return path
}
