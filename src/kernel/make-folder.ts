import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Creates a folder that the operator has named, and the folders above it. The recursive mode of Node does not end below a folder
 * like /proc, where nothing can be created.
 */
export function makeFolder(path: string, mode = 0o777): void {
  const missing: string[] = []
  for (let folder = resolve(path); isMissing(folder); folder = dirname(folder)) missing.push(folder)
  if (missing.length === 0 && !isFolder(resolve(path))) missing.push(resolve(path))
  for (const folder of missing.toReversed()) make(folder, mode)
}

function make(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // Another process was faster.
    if (!isFolder(folder)) throw error
  }
}

const found = (path: string) => statSync(path, { throwIfNoEntry: false })
const isMissing = (path: string) => found(path) === undefined
const isFolder = (path: string) => found(path)?.isDirectory() === true
