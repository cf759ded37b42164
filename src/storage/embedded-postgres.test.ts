import assert from 'node:assert/strict'
import { cpSync, globSync, readFileSync, statSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { silentLog } from '#test/fixtures/silent-log.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { createPooledDatabase } from './pooled-database.ts'
import { postgresBinaries } from './postgres-binaries.ts'

test('a new folder is small, and who starts on it next shares its database', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-small-'))
  const options = { dataDir: folder.path, log: silentLog }
  await using server = await startEmbeddedPostgres(options)
  await using second = await startEmbeddedPostgres(options)
  assert.deepEqual(second.connection, server.connection)
  {
    await using database = createPooledDatabase({ connection: server.connection, log: silentLog })
    const rows = await database.query<{ datname: string }>(
      'select datname from pg_database order by 1',
      [],
    )
    assert.deepEqual(
      rows.map(({ datname }) => datname),
      ['template1', 'weir'],
    )
  }
  const files = globSync('**', { cwd: folder.path, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const bytes = files.reduce(
    (sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size,
    0,
  )
  assert.ok(bytes < 24 * 1024 ** 2, `${bytes}`)
})

test('root may install it where no other user can enter, as in its home', async (t) => {
  if (process.getuid?.() !== 0) return t.skip('only root has such a place')
  await using closed = await mkdtempDisposable(join(tmpdir(), 'weir-closed-'))
  assert.equal(statSync(closed.path).mode & 0o777, 0o700)
  const native = join(postgresBinaries(), '..')
  cpSync(native, join(closed.path, 'native'), { recursive: true, verbatimSymlinks: true })
  const dataDir = join(closed.path, 'data')
  const pgBin = join(closed.path, 'native/bin')
  await using server = await startEmbeddedPostgres({ dataDir, pgBin, log: silentLog })
  await using database = createPooledDatabase({ connection: server.connection, log: silentLog })
  const rows = await database.query<{ one: number }>('select 1 as one', [])
  assert.deepEqual(rows, [{ one: 1 }])
})

test('what pg_upgrade needs is made again as the decision says', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-templates-'))
  await using server = await startEmbeddedPostgres({ dataDir: folder.path, log: silentLog })
  await using database = createPooledDatabase({ connection: server.connection, log: silentLog })
  const decision = new URL('../../docs/decisions/0022-no-template-databases.md', import.meta.url)
  const [, statements = ''] = /```sql\n(.*?)```/s.exec(readFileSync(decision, 'utf8')) ?? []
  for (const statement of statements.trim().split('\n')) await database.query(statement, [])
  const [template] = await database.query(
    `select datistemplate, datallowconn from pg_database where datname = 'template0'`,
    [],
  )
  assert.deepEqual(template, { datistemplate: true, datallowconn: false })
})
