import { chmodSync, mkdirSync } from 'node:fs'

/** Makes the folder when it is missing, lets nobody but its owner enter it, and returns its path. */
export function privateFolder(path: string): string {
  mkdirSync(path, { recursive: true })
  chmodSync(path, 0o700)
  return path
}
