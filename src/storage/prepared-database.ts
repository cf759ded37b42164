import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { migrationsChecksum } from './migration-files.ts'
import { postgresBinaries } from './postgres-binaries.ts'

/** Beside the compiled code; one folder for each version of the packaged server and of the migrations. */
const standardCache = join(import.meta.dirname, '../../node_modules/.cache/databases')

/**
 * Makes the folder of a packaged server with a migrated database without rows: a copy of the one that the first call has let `make`
 * create there, which takes a tenth of the time. `make` is called each time where packages cannot be written.
 */
export async function prepareDatabase(
  folder: string,
  make: () => Promise<void>,
  cache = standardCache,
): Promise<void> {
  const kept = join(cache, nameVersion())
  if (existsSync(kept) && (await copy(kept, folder))) return
  await make()
  const draft = `${kept}.${process.pid}`
  try {
    mkdirSync(cache, { recursive: true })
    for (const name of readdirSync(cache)) rmSync(join(cache, name), { recursive: true })
    if (await copy(folder, draft)) renameSync(draft, kept)
  } catch {
    // The folder cannot be written, or another process was faster.
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Another user could not read the folder. */
function nameVersion(): string {
  const server = readFileSync(join(postgresBinaries(), '../../package.json'))
  const hash = createHash('sha256').update(server).update(migrationsChecksum())
  return `${process.getuid?.()}-${hash.digest('hex').slice(0, 16)}`
}

/** Copies with owners and modes, which the server demands; false if that is not possible. */
async function copy(from: string, to: string): Promise<boolean> {
  try {
    await promisify(execFile)('cp', ['-a', from, to])
    rmSync(join(to, 'server.log'), { force: true })
    return true
  } catch {
    rmSync(to, { recursive: true, force: true })
    return false
  }
}
