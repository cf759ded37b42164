import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyDatabase, type TestDatabase } from '#test/database.ts'
import { collectStatements } from './collect-statements.ts'
import type { Sql } from './database.ts'

const insert = 'insert into written values ($1)'

async function startTable() {
  const database = await emptyDatabase()
  await database.query('create table written (n integer primary key)')
  return database
}

async function readAll(database: TestDatabase): Promise<number[]> {
  const rows = await database.query<{ n: number }>('select n from written order by n', [])
  return rows.map(({ n }) => n)
}

test('statements of work that reads nothing are collected, also those after other waits', async () => {
  const statements = await collectStatements(async (sql) => {
    await Promise.all([sql.query('a', [1]), sql.query('b', [2])])
    await new Promise(setImmediate)
    await sql.query('c', [])
  })
  assert.deepEqual(
    statements?.map(({ text }) => text),
    ['a', 'b', 'c'],
  )
})

const caught = async (sql: Sql) => {
  const rows = await sql.query('a', [])
  await Promise.resolve()
    .then(() => rows.length)
    .catch(() => 0)
}

test('work that reads rows in any way is not collected', async () => {
  const reads: readonly ((rows: object[]) => unknown)[] = [
    ([first]) => first,
    (rows) => rows.length,
    (rows) => rows.map(String),
    (rows) => rows[0],
    (rows) => [...rows],
    (rows) => Object.keys(rows),
    (rows) => 0 in rows,
    (rows) => JSON.stringify(rows),
  ]
  for (const read of reads)
    assert.equal(
      await collectStatements(async (sql) => read(await sql.query('a', []))),
      undefined,
      read.toString(),
    )
  assert.equal(await collectStatements(caught), undefined)
  assert.equal(await collectStatements((sql) => sql.query('savepoint s')), undefined)
})

test('what the work throws is thrown, and nothing is written', async () => {
  await using database = await startTable()
  const failing = database.write(async (sql) => {
    await sql.query(insert, [1])
    throw new Error('late')
  })
  await assert.rejects(failing, /late/)
  assert.deepEqual(await readAll(database), [])
})

test('statements are committed together or not at all', async () => {
  await using database = await startTable()
  const add = (...values: readonly unknown[]) =>
    database.write((sql) => Promise.all(values.map((n) => sql.query(insert, [n as number]))))
  await add(1, 2)
  await add()
  // Refused by the server: the second is there already, and so is the last of the next one.
  await assert.rejects(add(3, 2, 4), { code: '23505' })
  await assert.rejects(add(5, 1), { code: '23505' })
  // Cannot be written for the server.
  const circular: { self?: object } = {}
  circular.self = circular
  await assert.rejects(add(6, circular, 7), TypeError)
  assert.deepEqual(await readAll(database), [1, 2])
  await add(8)
  assert.deepEqual(await readAll(database), [1, 2, 8])
})

test('work that reads is called again, in a transaction', async () => {
  await using database = await startTable()
  let calls = 0
  await database.write(async (sql) => {
    calls += 1
    const rows = await sql.query<{ n: number }>(`${insert} returning n`, [1])
    if (rows.length > 0) await sql.query(insert, [2])
  })
  assert.deepEqual([calls, await readAll(database)], [2, [1, 2]])
})
