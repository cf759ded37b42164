import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The first API key, until it is printed on a terminal or deleted by its reader. */
export const firstKeyFile = 'first-api-key'
/** The code that sets up the console, of the running service. */
export const setUpCodeFile = 'console-set-up-code'

/** Writes a secret to a file of the data folder that only this user can read, or removes the file. Returns its path. */
export function keepSecret(dataDir: string, name: string, secret: string | undefined): string {
  const path = join(resolve(dataDir), name)
  // Never overwrites a file or follows a link.
  rmSync(path, { force: true })
  if (secret === undefined) return path
  // With an external database the folder may not be there yet.
  mkdirSync(resolve(dataDir), { recursive: true })
  writeFileSync(path, `${secret}\n`, { mode: 0o600, flag: 'wx' })
  return path
}
