import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { emptyDatabase, testDatabase } from '#test/database.ts'
import type { Sql } from './database.ts'
import { migrate } from './migrate.ts'
import { migrationsFolder, pendingMigrations } from './migration-files.ts'

/** A copy of the migrations that a test may change. */
function copyOfMigrations() {
  const folder = mkdtempSync(join(tmpdir(), 'weir-migrations-'))
  cpSync(migrationsFolder, folder, { recursive: true })
  return {
    folder,
    write: (name: string, text: string) => writeFileSync(join(folder, name), text),
    remove: (name: string) => rmSync(join(folder, name), { recursive: true }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}

/** Without those that belong to extensions, and the time of the tests. */
const listFunctions = (database: Sql) =>
  database.query<{ name: string; definition: string }>(
    `select proname as name, pg_get_functiondef(oid) as definition from pg_proc
     where pronamespace = 'public'::regnamespace and proname <> 'now'
       and not exists (select from pg_depend d where d.objid = pg_proc.oid and d.deptype = 'e')
     order by proname, oid::regprocedure::text`,
  )

const answer = (result: string, parameters = '') =>
  `create or replace function answer(${parameters}) returns ${result} language sql as $$ select 1::${result} $$;\n`

test('a new database and one of an earlier version have the same functions', async () => {
  using earlier = copyOfMigrations()
  earlier.remove('functions')
  earlier.remove('0130_open_kinds.sql')
  await using upgraded = await emptyDatabase()
  await migrate(upgraded, earlier.folder)
  await migrate(upgraded)
  await using fresh = await testDatabase()

  assert.deepEqual(await listFunctions(upgraded), await listFunctions(fresh))
})

test('every function of the database has one file that defines it', async () => {
  await using database = await testDatabase()
  const files = readdirSync(join(migrationsFolder, 'functions')).toSorted()

  const functions = await listFunctions(database)
  assert.deepEqual(
    functions.map(({ name }) => `${name}.sql`),
    files,
  )
  // With the check of function bodies, which migrations disable.
  for (const file of files) {
    const text = readFileSync(join(migrationsFolder, 'functions', file), 'utf8')
    assert.equal(text.match(/^create or replace function /gm)?.length, 1, file)
    await database.query(text)
  }
})

test('a changed function file replaces the function, also with other parameters or another result', async () => {
  await using database = await testDatabase()
  using edited = copyOfMigrations()
  const definitions = async () =>
    (await listFunctions(database))
      .filter(({ name }) => name === 'answer')
      .map((row) => row.definition)
  const apply = async (text: string) => {
    edited.write('functions/answer.sql', text)
    await migrate(database, edited.folder)
    const [definition = '', ...others] = await definitions()
    assert.deepEqual(others, [])
    return definition
  }

  assert.match(await apply(answer('integer')), /select 1::integer/)
  assert.match(await apply(`-- Edited.\n${answer('integer').replace('1', '2')}`), /select 2::/)
  assert.match(await apply(answer('bigint')), /RETURNS bigint/)
  assert.match(await apply(answer('bigint', 'wanted text')), /answer\(wanted text\)/)
  assert.match(await apply(answer('bigint', 'other text')), /answer\(other text\)/)
  assert.deepEqual((await pendingMigrations(database, edited.folder)).functions, [])
})

test('an unchanged function is not created again', async () => {
  await using database = await testDatabase()
  const versions = () =>
    database.query(`select proname, xmin from pg_proc where proname = 'take_slot'`)
  const before = await versions()

  await migrate(database)

  assert.deepEqual(await versions(), before)
})

test('a version older than the database is refused and does not change its functions', async () => {
  await using database = await testDatabase()
  using later = copyOfMigrations()
  later.write('9999_later.sql', 'select 1;')
  later.write('functions/answer.sql', answer('integer'))
  await migrate(database, later.folder)
  using older = copyOfMigrations()
  older.write('functions/answer.sql', answer('bigint'))

  await assert.rejects(migrate(database, older.folder), /^Error: A newer version of Weir/)

  const functions = await listFunctions(database)
  assert.match(functions.find(({ name }) => name === 'answer')?.definition ?? '', /RETURNS integer/)
})

test('a function file that defines another function changes nothing', async () => {
  await using database = await testDatabase()
  using edited = copyOfMigrations()
  edited.write('functions/misnamed.sql', answer('integer'))

  await assert.rejects(migrate(database, edited.folder), /must define one function, named misnamed/)

  const functions = await listFunctions(database)
  assert.equal(
    functions.some(({ name }) => name === 'answer'),
    false,
  )
})

test('no constraint of the database lists job types or charged operations', async () => {
  await using database = await testDatabase()

  const constraints = await database.query(
    `select conname from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace
       and pg_get_constraintdef(oid) ~ 'batch-scrape|crawl|monitor'`,
  )

  assert.deepEqual(constraints, [])
})

test('numbers of migrations are unique, so that their order is the same everywhere', () => {
  const numbers = readdirSync(migrationsFolder)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, 4))

  const repeated = numbers.filter((number, index) => numbers.indexOf(number) < index)

  // Applied ones keep their names.
  assert.deepEqual(repeated, ['0130', '0380', '0393', '0394'])
})
