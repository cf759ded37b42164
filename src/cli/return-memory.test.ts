import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'
import { until } from '#test/fixtures/until.ts'
import { startReturningMemory } from './return-memory.ts'

const lookMs = 15_000
const quietMs = 300
const worthBytes = 16 * 1024 * 1024

/** Objects that stay, each between many that go: no page of the heap becomes empty by itself. */
function scatter(): object[] {
  const kept: object[] = []
  for (let index = 0; index < 600_000; index++) {
    const one = { index, name: `name ${index}` }
    if (index % 50 === 0) kept.push(one)
  }
  return kept
}

const heapBytes = () => getHeapStatistics().total_physical_size

test('a quiet service gives the memory of a burst back, a busy one does not stand for it', async () => {
  mock.timers.enable({ apis: ['setInterval'] })
  try {
    using returning = startReturningMemory()
    void returning
    await sleep(quietMs)
    mock.timers.tick(lookMs)
    const burst = Array.from({ length: 8 }, scatter)
    const full = heapBytes()
    mock.timers.tick(lookMs)
    await sleep(quietMs)
    assert.ok(heapBytes() > full - worthBytes, `busy: ${full} to ${heapBytes()}`)

    const isGivenBack = await until(() => {
      mock.timers.tick(lookMs)
      return heapBytes() < full - worthBytes
    })
    assert.ok(isGivenBack, `quiet: ${full} to ${heapBytes()}`)
    assert.equal(burst.flat().length, 96_000)
  } finally {
    mock.timers.reset()
  }
})
