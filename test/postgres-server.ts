import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#storage/embedded-postgres.ts'
import { migrate } from '#storage/migrate.ts'
import { createPooledDatabase } from '#storage/pooled-database.ts'
import { defineNow } from './fixtures/database-time.ts'
import { silentLog } from './fixtures/silent-log.ts'

/** The database that `testDatabase` copies: it has all migrations and no rows. */
export const templateName = 'weir_template'

const settings = {
  max_connections: '400',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
}

interface TestPostgres {
  readonly connection: EmbeddedPostgres['connection']
  /** Ends the server at once and removes its folder. Synchronous, for the end of the process. */
  stop: () => void
}

/** Starts a PostgreSQL server for tests, in a temporary folder, with the template database. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const dataDir = mkdtempSync(join(tmpdir(), 'weir-test-'))
  const { connection } = await startEmbeddedPostgres({ dataDir, settings, log: silentLog })
  await createTemplate(connection)
  return { connection, stop: () => stopNow(dataDir) }
}

async function createTemplate(connection: TestPostgres['connection']): Promise<void> {
  await using admin = createPooledDatabase({ connection, log: silentLog })
  await admin.query(`create database ${templateName}`)
  const address = { ...connection, database: templateName }
  await using template = createPooledDatabase({ connection: address, log: silentLog })
  await defineNow(template)
  // `now()` of the tests comes before that of PostgreSQL.
  await admin.query('alter role current_user set search_path = public, pg_catalog')
  await using migrated = createPooledDatabase({ connection: address, log: silentLog })
  await migrate(migrated)
}

function stopNow(dataDir: string): void {
  const pidPath = join(dataDir, 'postgres/postmaster.pid')
  process.kill(Number(readFileSync(pidPath, 'utf8').split('\n')[0]), 'SIGQUIT')
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (let tries = 0; existsSync(pidPath) && tries < 100; tries += 1) Atomics.wait(pause, 0, 0, 20)
  rmSync(dataDir, { recursive: true, force: true })
}
