import { chmodSync } from 'node:fs'
import { makeFolder } from '#kernel/make-folder.ts'

/** Creates the folder if it is missing, permits access to its owner only, and returns its path. */
export function privateFolder(path: string): string {
  makeFolder(path)
  chmodSync(path, 0o700)
  return path
}
