import { existsSync, mkdtempSync, rmSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Log } from '#kernel/log.ts'
import type { Database } from '#storage/database.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#storage/embedded-postgres.ts'
import { migrate } from '#storage/migrate.ts'
import { createPooledDatabase } from '#storage/pooled-database.ts'

/** A database of a test's own; `url` lets another process or pool use it too. */
export interface TestDatabase extends Database, AsyncDisposable {
  readonly url: string
}

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} }
const fast = {
  max_connections: '400',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
}

/** One server per process, started by the first who asks; it goes when the process does. */
const server: { started?: Promise<EmbeddedPostgres>; databases: number } = { databases: 0 }

/** A fresh, migrated database. */
export async function testDatabase(): Promise<TestDatabase> {
  const database = await emptyDatabase()
  await migrate(database)
  return database
}

/** A database without tables. */
export async function emptyDatabase(): Promise<TestDatabase> {
  server.started ??= startServer()
  const { connection } = await server.started
  const name = `test_${(server.databases += 1)}`
  const admin = createPooledDatabase({ connection, log: silent })
  await admin.query(`create database ${name}`)
  await admin[Symbol.asyncDispose]()
  const database = createPooledDatabase({
    connection: { ...connection, database: name },
    log: silent,
  })
  const place = new URLSearchParams({ host: connection.host, user: connection.user })
  const url = `postgres:///${name}?${place.toString()}`
  return { ...database, url }
}

async function startServer(): Promise<EmbeddedPostgres> {
  const dataDir = mkdtempSync(join(tmpdir(), 'weir-test-'))
  const started = await startEmbeddedPostgres({ dataDir, settings: fast, log: silent })
  process.once('exit', () => {
    const pidPath = join(dataDir, 'postgres/postmaster.pid')
    process.kill(Number(readFileSync(pidPath, 'utf8').split('\n')[0]), 'SIGQUIT')
    const pause = new Int32Array(new SharedArrayBuffer(4))
    for (let tries = 0; existsSync(pidPath) && tries < 100; tries += 1)
      Atomics.wait(pause, 0, 0, 20)
    rmSync(dataDir, { recursive: true, force: true })
  })
  return started
}
