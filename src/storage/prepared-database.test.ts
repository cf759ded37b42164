import assert from 'node:assert/strict'
import { mkdirSync, mkdtempDisposableSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { silentLog } from '#test/fixtures/silent-log.ts'
import { migrate } from './migrate.ts'
import { pendingMigrations } from './migration-files.ts'
import { postgresFolder } from './data-folder.ts'
import { prepareDatabase } from './prepared-database.ts'
import { startDatabase } from './start-database.ts'

const makeFolder = () => mkdtempDisposableSync(join(tmpdir(), 'weir-prepared-'))

test('a database is made once, and is copied to further folders without its log', async () => {
  using cache = makeFolder()
  using first = makeFolder()
  using second = makeFolder()
  let made = 0
  for (const { path } of [first, second]) {
    const make = async () => {
      made += 1
      await using database = await startDatabase({ dataDir: path, log: silentLog })
      await migrate(database)
    }
    await prepareDatabase(postgresFolder(path), make, cache.path)
  }
  assert.equal(made, 1)
  const [copy = '', ...others] = readdirSync(cache.path)
  assert.deepEqual(others, [])
  assert.ok(!readdirSync(join(cache.path, copy)).includes('server.log'))
  await using database = await startDatabase({ dataDir: second.path, log: silentLog })
  const { numbered, functions, isNewer } = await pendingMigrations(database)
  assert.deepEqual([numbered, functions, isNewer], [[], [], false])
})

test('a copy of another version is replaced, and without a place for copies a database is made each time', async () => {
  using folder = makeFolder()
  const cache = join(folder.path, 'cache')
  mkdirSync(join(cache, 'older'), { recursive: true })
  const target = (name: string) => join(folder.path, name)
  const make = (name: string) => async () => mkdirSync(target(name))
  await prepareDatabase(target('a'), make('a'), cache)
  assert.equal(readdirSync(cache).length, 1)
  assert.ok(!readdirSync(cache).includes('older'))
  writeFileSync(target('file'), '')
  for (const name of ['b', 'c']) {
    await prepareDatabase(target(name), make(name), join(target('file'), 'cache'))
    assert.ok(readdirSync(folder.path).includes(name))
  }
})
