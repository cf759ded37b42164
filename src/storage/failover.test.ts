import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { test } from 'node:test'
import { testDatabase } from '#test/database.ts'
import { silentLog } from '#test/fixtures/silent-log.ts'
import { until } from '#test/fixtures/until.ts'
import { watchConnections } from './dead-connections.ts'
import { createPooledDatabase } from './pooled-database.ts'

/** A host in front of the PostgreSQL of the tests; it can stop to answer without closing its connections. */
async function startHost(databaseUrl: string) {
  const { searchParams } = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isSilent = false
  const server = createServer((socket) => {
    const upstream = connect(`${searchParams.get('host')}/.s.PGSQL.5432`)
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy()).on('close', () => to.destroy())
      from.on('data', (chunk) => isSilent || to.write(chunk))
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    silence: () => (isSilent = true),
    [Symbol.dispose]() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

const makeUrl = (databaseUrl: string, ports: readonly number[]) => {
  const { pathname, searchParams } = new URL(databaseUrl)
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',')
  return `postgres://${searchParams.get('user')}@${hosts}${pathname}`
}
const open = (connectionString: string, connectionsMax = 4) =>
  createPooledDatabase({ connection: { connectionString }, log: silentLog, connectionsMax })

test('a database that takes no writes is unavailable, and its connections are left', async () => {
  await using own = await testDatabase()
  await using database = open(own.url)
  await database.query('create table written (at int)')
  const name = new URL(own.url).pathname.slice(1)
  const backend = async () =>
    (await database.query<{ pid: number }>('select pg_backend_pid() as pid', []))[0]?.pid
  const before = await backend()

  // As after a failover: the open connection is one to a server that is a replica now.
  await database.query('set session characteristics as transaction read only')
  assert.equal(await database.isReachable(), false)
  assert.notEqual(await backend(), before)
  await database.query('insert into written values ($1)', [1])

  await own.query(`alter database ${name} set default_transaction_read_only = on`)
  await using later = open(own.url)
  const insert = later.query('insert into written values ($1)', [2])
  await assert.rejects(insert, { code: 'SERVICE_UNAVAILABLE' })
  assert.equal(await later.isReachable(), false)
  await own.query('set default_transaction_read_only = off')
  await own.query(`begin; set transaction read write; alter database ${name} reset all; commit`)
  await later.query('insert into written values ($1)', [2])
})

test('of several hosts the one that takes writes is used, also after the first has gone', async () => {
  await using own = await testDatabase()
  using first = await startHost(own.url)
  using second = await startHost(own.url)
  await using database = open(makeUrl(own.url, [first.port, second.port]))
  assert.deepEqual(await database.query('select 1 as one', []), [{ one: 1 }])
  first[Symbol.dispose]()
  const isBack = async () =>
    (await database.query('select 1 as one', []).catch(() => undefined)) !== undefined
  assert.ok(await until(isBack, { everyMs: 10 }))
})

test('above the limit of connections of a role, statements queue instead of failing', async () => {
  await using own = await testDatabase()
  const user = `limited_${process.pid}`
  await own.query(`create role ${user} login connection limit 2`)
  await using stack = new AsyncDisposableStack()
  stack.defer(async () => void (await own.query(`drop role ${user}`)))
  const url = own.url.replace(/user=\w+/, `user=${user}`)
  const database = stack.use(open(url, 20))
  const all = await Promise.all(
    Array.from({ length: 60 }, () => database.query('select pg_sleep(0.005)', [])),
  )
  assert.equal(all.length, 60)
})

test('statements to a server that has gone without a word end when it does not answer others either', async () => {
  let time = 0
  const ended: Error[] = []
  let isGone = false
  const probes: number[] = []
  const probe = async (_server: unknown, msMax: number) => {
    probes.push(msMax)
    if (isGone) throw new Error('timeout')
  }
  using watch = watchConnections({ probe, now: () => time, lookEvery: 1 })
  using long = watch.waitFor(clientWith((error) => ended.push(error)))
  time = 10_000
  await until(() => probes.length > 2, { everyMs: 1 })
  assert.deepEqual(ended, [], 'a long statement of a server that answers is left alone')
  using young = watch.waitFor(clientWith(() => assert.fail('waited for a moment only')))
  isGone = true
  await until(() => ended.length > 0, { everyMs: 1 })
  assert.match(String(ended[0]), /does not answer/)
  assert.ok(long && young)
})

const clientWith = (destroy: (error: Error) => void) =>
  ({ connection: { stream: { destroy } } }) as never
