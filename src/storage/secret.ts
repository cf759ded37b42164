import { createHmac, randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '#kernel/make-folder.ts'
import { readErrorCode } from '#base/error-code.ts'

/** Derives a key of 32 bytes for a purpose; constant per service. */
export interface DeriveKey {
  (purpose: string): Buffer
  /** The same of the secret before a change: what it encrypted can be read, what it signed is genuine. */
  readonly previous?: DeriveKey | undefined
}

const fileName = 'secret'

/**
 * Returns the secret of the service: the configured one, or one that is generated once and stored in the data folder.
 * Processes that share a database must use the same secret. `previous` is the configured secret before it.
 */
export function createSecret(options: {
  readonly configured: string | undefined
  readonly previous?: string | undefined
  readonly dataDir: string
}): DeriveKey {
  const deriveKey = deriveFrom(options.configured ?? keptSecret(options.dataDir))
  if (options.previous === undefined) return deriveKey
  return Object.assign(deriveKey, { previous: deriveFrom(options.previous) })
}

/** The keys of a purpose, the current one first. */
export const deriveKeys = (deriveKey: DeriveKey, purpose: string): readonly [Buffer, ...Buffer[]] =>
  deriveKey.previous ? [deriveKey(purpose), deriveKey.previous(purpose)] : [deriveKey(purpose)]

const deriveFrom =
  (secret: string): DeriveKey =>
  (purpose) =>
    createHmac('sha256', secret).update(purpose).digest()

/** Concurrent starts must end up with one secret: link(2) creates the file atomically. */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, fileName)
  const known = read(file)
  if (known !== undefined) return known
  makeFolder(dataDir)
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (read(file) === undefined) throw error
  } finally {
    rmSync(draft)
  }
  return readFileSync(file, 'utf8')
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
