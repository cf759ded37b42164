import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The version in package.json. */
export function version(): string {
  const file = join(import.meta.dirname, '../../package.json')
  const { version: written }: { version: string } = JSON.parse(readFileSync(file, 'utf8'))
  return written
}
