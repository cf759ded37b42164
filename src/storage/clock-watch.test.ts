import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClockWatch } from './clock-watch.ts'

/** A process and a database whose clocks are turned by hand; a query takes `queryMs`. */
function clocks({ aheadMs = 0, queryMs = 0 } = {}) {
  const time = { monotonic: 1_000, aheadMs, databaseMs: 0, asked: 0 }
  const start = Date.UTC(2026, 0, 1)
  const passed = () => start + time.monotonic
  const database = {
    async query<Row extends object>() {
      time.asked++
      const ms = passed() + time.databaseMs
      time.monotonic += queryMs
      return [{ ms }] as unknown as Row[]
    },
  }
  const now = () => passed() + time.aheadMs
  return { time, watch: createClockWatch({ database, now, monotonic: () => time.monotonic }) }
}

const faults = new Map([
  [30_000, /30 seconds ahead of the clock of the database/],
  [-30_000, /30 seconds behind the clock/],
  [25 * 3_600_000, /25 hours ahead of/],
  [-3_600_000, /60 minutes behind/],
])

test('a clock that differs by a few seconds, or is asked slowly, is right', async () => {
  for (const aheadMs of [0, 4_000, -4_000]) {
    const { watch } = clocks({ aheadMs, queryMs: 60_000 })
    await watch.check()
    assert.equal(watch.isRight(), true)
  }
})

test('a clock that is 30 seconds, an hour or a day off is wrong', async () => {
  for (const aheadMs of faults.keys()) {
    const { watch } = clocks({ aheadMs, queryMs: 10 })
    assert.match((await watch.check()) ?? '', faults.get(aheadMs) ?? /^$/)
    assert.equal(watch.isRight(), false)
  }
})

test('a jump is seen at the next check, and so is the way back', async () => {
  const { time, watch } = clocks()
  await watch.check()
  time.monotonic += 1
  time.aheadMs = 25 * 3_600_000
  await watch.check()
  assert.equal(watch.isRight(), false)
  time.aheadMs = 0
  await watch.check()
  assert.equal(watch.isRight(), true)
})

test('a process that was suspended is right again after asking', async () => {
  const { time, watch } = clocks()
  await watch.check()
  // The time that does not jump has stood still, both other clocks have not.
  time.aheadMs = 3_600_000
  time.databaseMs = 3_600_000
  await watch.check()
  assert.equal(watch.isRight(), true)
})

test('the database is asked rarely while the clock is right', async () => {
  const { time, watch } = clocks()
  for (let second = 0; second < 60; second++) {
    await watch.check()
    time.monotonic += 1_000
  }
  assert.equal(time.asked, 6)
})

test('a clock of the database that was changed is noticed', async () => {
  const { time, watch } = clocks()
  await watch.check()
  time.databaseMs = -60_000
  time.monotonic += 11_000
  await watch.check()
  assert.equal(watch.isRight(), false)
})
