import { chmodSync, mkdirSync } from 'node:fs'

/** Creates the folder if it is missing, permits access to its owner only, and returns its path. */
export function privateFolder(path: string): string {
  mkdirSync(path, { recursive: true })
  chmodSync(path, 0o700)
  return path
}
