import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { testDatabase } from '#test/database.ts'
import { stopTime } from '#test/fixtures/database-time.ts'
import { createSlots } from './create-slots.ts'
import type { Slots } from './slots.ts'

const request = (teamId: string, more: object = {}) => ({
  teamId,
  concurrencyMax: 2,
  queuedMax: 10,
  waitMs: 60_000,
  forMs: 60_000,
  signal: new AbortController().signal,
  ...more,
})

test('a team never uses more slots than its plan has, over two processes', async () => {
  await using database = await testDatabase()
  const processes = [createSlots({ database }), createSlots({ database })]
  const team = newId()
  let held = 0
  let most = 0

  await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const slot = await processes[index % 2]?.acquire(request(team))
      most = Math.max(most, (held += 1))
      await new Promise((resolve) => setTimeout(resolve, 2))
      held -= 1
      await slot?.[Symbol.asyncDispose]()
    }),
  )

  assert.equal(most, 2)
  assert.deepEqual(await processes[0]?.usage(team), { active: 0, waiting: 0 })
})

test('a request that waits too long times out', async () => {
  await using database = await testDatabase()
  const slots = createSlots({ database })
  const team = newId()
  await using held = await slots.acquire(request(team, { concurrencyMax: 1 }))
  assert.equal(held.queuedMs, 0)

  const waiting = slots.acquire(request(team, { concurrencyMax: 1, waitMs: 100 }))

  await assert.rejects(waiting, { code: 'CONCURRENCY_QUEUE_TIMEOUT' })
})

/** A request that waits for a slot of the team, until it leaves. */
async function queueOne(slots: Slots, team: string) {
  const leaving = new AbortController()
  const waiting = slots.acquire(request(team, { concurrencyMax: 1, signal: leaving.signal }))
  waiting.catch(() => {})
  while ((await slots.usage(team)).waiting === 0);
  return { waiting, leaving }
}

test('a request beyond the queue limit is refused at once', async () => {
  await using database = await testDatabase()
  const slots = createSlots({ database })
  const team = newId()
  await using held = await slots.acquire(request(team, { concurrencyMax: 1 }))
  assert.equal(held.queuedMs, 0)

  const { waiting, leaving } = await queueOne(slots, team)
  const refused = slots.acquire(request(team, { concurrencyMax: 1, queuedMax: 1 }))

  await assert.rejects(refused, { code: 'CONCURRENCY_LIMIT_REACHED', retryAfterSeconds: 1 })
  leaving.abort(new Error('left'))
  await assert.rejects(waiting, { message: 'left' })
})

test('the slot of a killed process is free after its lease', async () => {
  await using database = await testDatabase()
  const team = newId()
  const time = await stopTime(database)
  await createSlots({ database }).acquire(request(team, { concurrencyMax: 1, forMs: 30_000 }))
  await time.pass(30_000)

  await using slot = await createSlots({ database }).acquire(request(team, { concurrencyMax: 1 }))

  assert.equal(slot.queuedMs, 0)
})

test('a client that disconnects leaves the queue', async () => {
  await using database = await testDatabase()
  const slots = createSlots({ database })
  const team = newId()
  await using held = await slots.acquire(request(team, { concurrencyMax: 1 }))
  assert.equal(held.queuedMs, 0)

  const { waiting, leaving } = await queueOne(slots, team)
  leaving.abort(new Error('left'))

  await assert.rejects(waiting, { message: 'left' })
  assert.deepEqual(await slots.usage(team), { active: 1, waiting: 0 })
})

test('a slot is released by a transaction that is committed, and not by one that is rolled back', async () => {
  await using database = await testDatabase()
  const slots = createSlots({ database })
  const team = newId()
  const active = async () => (await slots.usage(team)).active
  {
    await using slot = await slots.acquire(request(team))
    const failed = database.transaction(async (sql) => {
      await slot.release(sql)
      throw new Error('disk full')
    })
    await assert.rejects(failed, { message: 'disk full' })
    assert.equal(await active(), 1)
  }
  assert.equal(await active(), 0)

  const slot = await slots.acquire(request(team))
  await database.transaction((sql) => slot.release(sql))
  slot.released()
  assert.equal(await active(), 0)
  await slot[Symbol.asyncDispose]()
})
