import { rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Keeps the first key where only this user can read it, for output that others may read; answers the path. */
export function keepFirstKey(dataDir: string, key: string): string {
  const path = join(resolve(dataDir), 'first-api-key')
  // Never into a file, or through a link, that is there already.
  rmSync(path, { force: true })
  writeFileSync(path, `${key}\n`, { mode: 0o600, flag: 'wx' })
  return path
}
