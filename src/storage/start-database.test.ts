import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { testDatabase } from '#test/database.ts'
import { silentLog } from '#test/fixtures/silent-log.ts'
import { startDatabase } from './start-database.ts'

test('a start waits for a server that ignores the first attempt', async () => {
  await using own = await testDatabase()
  const { pathname, searchParams } = new URL(own.url)
  let attempts = 0
  const busy = createServer((socket) => {
    socket.on('error', () => undefined)
    attempts++
    if (attempts === 1) return
    const server = connect(`${searchParams.get('host')}/.s.PGSQL.5432`)
    server.on('error', () => socket.destroy())
    socket.pipe(server).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(busy, 'listening')
  const { port } = busy.address() as AddressInfo

  const databaseUrl = `postgres://${searchParams.get('user')}@127.0.0.1:${port}${pathname}`
  const database = await startDatabase({ databaseUrl, dataDir: tmpdir(), log: silentLog })
  const rows = await database.query('select 1 as one', [])
  await database[Symbol.asyncDispose]()
  busy.close()

  assert.deepEqual(rows, [{ one: 1 }])
})
