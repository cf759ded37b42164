import { startTestPostgres } from './postgres-server.ts'

let stop: (() => void) | undefined

/** Starts one PostgreSQL server for all test processes, which find it by this variable. */
export async function globalSetup(): Promise<void> {
  const server = await startTestPostgres()
  stop = server.stop
  process.env.TEST_POSTGRES_HOST = server.connection.host
}

export function globalTeardown(): void {
  stop?.()
}
