import { join } from 'node:path'
import { startTestPostgres } from './postgres-server.ts'

let stop: (() => void) | undefined

/** Starts one PostgreSQL server for all test processes, which find it by a variable, and lets them share compiled code. */
export async function globalSetup(): Promise<void> {
  process.env.NODE_COMPILE_CACHE ||= join(import.meta.dirname, '../node_modules/.cache/compile')
  const server = await startTestPostgres()
  stop = server.stop
  process.env.TEST_POSTGRES_HOST = server.connection.host
}

export function globalTeardown(): void {
  stop?.()
}
