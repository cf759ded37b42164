import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { createBell, createPauses } from './bell.ts'

const hourMs = 3_600_000

test('a ring ends the pause, also one that came while nobody paused, and once', async () => {
  const bell = createBell()
  const stop = new AbortController()
  using pauses = createPauses([createBell(), bell], stop.signal)
  const pausing = pauses.pause(hourMs)
  bell.ring()
  await pausing

  bell.ring()
  bell.ring()
  await pauses.pause(hourMs)

  let isOver = false
  const last = pauses.pause(hourMs).then(() => (isOver = true))
  pauses[Symbol.dispose]()
  bell.ring()
  await new Promise(setImmediate)
  assert.equal(isOver, false)
  stop.abort()
  await last
})

test('pauses leave nothing behind at the bells and the signal', async () => {
  const stop = new AbortController()
  const listeners = new Set<() => void>()
  const bell = {
    ring() {},
    onRing(listener: () => void) {
      listeners.add(listener)
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
  }
  const pauses = createPauses([bell], stop.signal)
  for (let n = 0; n < 20; n++) await pauses.pause(0)
  assert.deepEqual([listeners.size, getEventListeners(stop.signal, 'abort').length], [1, 0])

  pauses[Symbol.dispose]()
  assert.equal(listeners.size, 0)
  stop.abort()
  await pauses.pause(hourMs)
})
