import assert from 'node:assert/strict'
import { mkdtempDisposableSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { compose } from '#compose.ts'
import { readConfig } from '#config.ts'
import { createPooledDatabase } from '#storage/pooled-database.ts'
import { testDatabase } from '#test/database.ts'
import { silentLog } from '#test/fixtures/silent-log.ts'

type Env = Readonly<Record<string, string>>

async function composed(databaseUrl: string, env: Env) {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'weir-beginning-'))
  const quiet = { WEIR_BROWSER_PAGES_MAX: '0', WEIR_SEARCH: 'local', WEIR_PORT: '0' }
  const config = readConfig({ ...quiet, WEIR_DATA_DIR: folder.path, ...env })
  const connection = { connectionString: databaseUrl }
  await using stack = new AsyncDisposableStack()
  stack.defer(() => folder.remove())
  const database = createPooledDatabase({ connection, log: silentLog })
  const service = await compose(config, { database, log: silentLog })
  stack.use(service)
  const moved = stack.move()
  return Object.assign(service, { [Symbol.asyncDispose]: () => moved.disposeAsync() })
}

const listRows = (database: Awaited<ReturnType<typeof testDatabase>>) =>
  database.query<{ keys: number; teams: number; nodes: number }>(
    `select (select count(*) from api_keys) as keys, (select count(*) from teams) as teams,
       (select count(*) from nodes) as nodes`,
    [],
  )

test('a process whose port is in use has made no key and done no work', async () => {
  await using database = await testDatabase()
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const port = String((holder.address() as AddressInfo).port)
  {
    await using service = await composed(database.url, { WEIR_PORT: port })
    await assert.rejects(service.listen(), /in use|EADDRINUSE/)
    assert.deepEqual(await listRows(database), [{ keys: 0, teams: 0, nodes: 0 }])
  }
  assert.deepEqual(await listRows(database), [{ keys: 0, teams: 0, nodes: 0 }])
  holder.close()

  // The control: with a port of its own it makes the key and registers itself.
  await using service = await composed(database.url, {})
  await service.listen()
  assert.match(service.firstKey() ?? '', /^fc-/)
  assert.deepEqual(await listRows(database), [{ keys: 1, teams: 1, nodes: 1 }])
})

test('a process without the secret of the database, or with another one, does not start', async () => {
  await using database = await testDatabase()
  const secret = 'a secret of thirty-two characters'
  {
    await using first = await composed(database.url, { WEIR_SECRET: secret })
    await first.begin()
  }
  await assert.rejects(composed(database.url, {}), /WEIR_SECRET is not set/)
  const other = { WEIR_SECRET: secret.toUpperCase() }
  await assert.rejects(composed(database.url, other), /WEIR_SECRET is not the secret/)
  await using again = await composed(database.url, { WEIR_SECRET: secret })
  await again.begin()
})
