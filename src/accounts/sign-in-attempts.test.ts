import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '#test/database.ts'
import type { Database } from '#storage/database.ts'
import { createSignInAttempts } from './sign-in-attempts.ts'

const hashKey = Buffer.alloc(32, 1)
const start = (database: Database) => createSignInAttempts({ database, hashKey })
const attempt = { network: '192.0.2.1', secret: 'ada' }
const refused = { code: 'RATE_LIMIT_EXCEEDED' }

test('attempts are limited over all processes, also over one that has just started', async () => {
  await using database = await testDatabase()
  const processes = [start(database), start(database)] as const
  for (let count = 0; count < 4; count += 1) await processes[count % 2]?.count(attempt)
  await processes[0].count(attempt)

  for (const one of [...processes, start(database)]) {
    await assert.rejects(one.count(attempt), refused)
    // Other networks still enter.
    await (
      await one.count({ ...attempt, network: 'of the owner' })
    )()
  }
})

test('attempts at the same time are counted once each', async () => {
  await using database = await testDatabase()
  const processes = [start(database), start(database), start(database)]
  const counted = await Promise.allSettled(
    processes.flatMap((one) => Array.from({ length: 10 }, () => one.count(attempt))),
  )
  assert.equal(counted.filter(({ status }) => status === 'fulfilled').length, 5)
})

test('right attempts do not count, in no process', async () => {
  await using database = await testDatabase()
  const processes = [start(database), start(database)] as const
  for (let count = 0; count < 20; count += 1) {
    const succeeded = await processes[count % 2]?.count(attempt)
    await succeeded?.()
  }
  for (let count = 0; count < 5; count += 1) await processes[1].count(attempt)
  await assert.rejects(processes[0].count(attempt), refused)
})

test('a network waits as long as the time of the database says', async () => {
  await using database = await testDatabase()
  const one = start(database)
  for (let count = 0; count < 5; count += 1) await one.count(attempt)
  await assert.rejects(one.count(attempt), refused)
  await database.query(`update sign_in_attempts set made_at = made_at - interval '61 seconds'`)

  const other = start(database)
  await other.count(attempt)
  await assert.rejects(other.count(attempt), refused)
})

test('what was refused leaves no entry, and entries hold no names and end', async () => {
  await using database = await testDatabase()
  const one = start(database)
  for (let count = 0; count < 5; count += 1) await one.count(attempt)
  for (let count = 0; count < 10; count += 1) await assert.rejects(one.count(attempt), refused)
  const rows = await database.query<object>('select a::text from sign_in_attempts a', [])
  assert.equal(rows.length, 5)
  assert.doesNotMatch(JSON.stringify(rows), /192|ada/)

  await one.sweep()
  assert.equal((await database.query('select 1 from sign_in_attempts', [])).length, 5)
  await database.query(`update sign_in_attempts set made_at = now() - interval '2 hours'`)
  await one.sweep()
  assert.equal((await database.query('select 1 from sign_in_attempts', [])).length, 0)
})
