import type { Database } from '#storage/database.ts'
import { createPooledDatabase } from '#storage/pooled-database.ts'
import { silentLog } from './fixtures/silent-log.ts'
import { startTestPostgres, templateName } from './postgres-server.ts'

/** A database of a test's own; `url` lets another process or pool use it too. Disposing drops it. */
export interface TestDatabase extends Database, AsyncDisposable {
  readonly name: string
  readonly url: string
}

/** The server of this process, started by the first test that needs it, unless the test run has one for all processes. */
let own: Promise<ServerConnection> | undefined
let created = 0

/**
 * A fresh, migrated database, or a copy of another one that nothing is connected to. Copied as files, with their caches of the catalogue,
 * which costs half of a copy through the log.
 */
export function testDatabase(template = templateName): Promise<TestDatabase> {
  return createTestDatabase(`template ${template} strategy file_copy`)
}

/** A database without tables. */
export function emptyDatabase(): Promise<TestDatabase> {
  return createTestDatabase('')
}

async function createTestDatabase(template: string): Promise<TestDatabase> {
  const connection = await serverConnection()
  const name = `test_${process.pid}_${(created += 1)}`
  await administer(connection, `create database ${name} ${template}`)
  const database = createPooledDatabase({
    connection: { ...connection, database: name },
    log: silentLog,
  })
  const address = new URLSearchParams({ host: connection.host, user: connection.user })
  return {
    ...database,
    name,
    url: `postgres:///${name}?${address.toString()}`,
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]()
      await administer(connection, `drop database ${name} with (force)`)
    },
  }
}

type ServerConnection = Awaited<ReturnType<typeof startTestPostgres>>['connection']

function serverConnection(): Promise<ServerConnection> {
  const host = process.env.TEST_POSTGRES_HOST
  if (host) return Promise.resolve({ host, port: 5432, user: 'weir', database: 'weir' })
  own ??= startOwn()
  return own
}

async function startOwn(): Promise<ServerConnection> {
  const { connection, stop } = await startTestPostgres()
  process.once('exit', stop)
  return connection
}

async function administer(connection: ServerConnection, statement: string): Promise<void> {
  await using admin = createPooledDatabase({ connection, log: silentLog })
  await admin.query(statement)
}
