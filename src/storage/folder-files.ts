import { createReadStream } from 'node:fs'
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStore } from './file-store.ts'
import { undefinedIfMissing, writeWhole } from './whole-file.ts'

/** Stores files in a folder, distributed over sub-folders. */
export function createFolderFiles(folder: string): FileStore {
  // The last characters of an id are random; the first ones are the time.
  const makePath = (name: string) => join(folder, name.slice(0, 36).slice(-2), name)
  return {
    put: (name, bytes) => writeWhole(makePath(name), bytes),
    putFile: (name, path) => writeWhole(makePath(name), () => createReadStream(path)),
    get: (name) => readFile(makePath(name)).catch(undefinedIfMissing),
    async open(name) {
      const handle = await open(makePath(name)).catch(undefinedIfMissing)
      return handle?.createReadStream()
    },
    remove: (name) => rm(makePath(name), { force: true }),
  }
}
