import { createHmac, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A key for one purpose, always the same for the same service: 32 bytes. */
export type DeriveKey = (purpose: string) => Buffer

const fileName = 'secret'

/**
 * The secret of this service, from which the others are made: the configured one, or one that is made once and kept in
 * the data folder. Processes that share a database must share it, too.
 */
export function createSecret(options: {
  readonly configured: string | undefined
  readonly dataDir: string
}): DeriveKey {
  const secret = options.configured ?? keptSecret(options.dataDir)
  return (purpose) => createHmac('sha256', secret).update(purpose).digest()
}

/** Two processes that start together must end with one secret: a link is made whole, and once. */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, fileName)
  const known = read(file)
  if (known !== undefined) return known
  mkdirSync(dataDir, { recursive: true })
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
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
