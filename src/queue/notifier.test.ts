import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { createNotifier, createWaits } from './notifier.ts'

const hourMs = 3_600_000

test('a notification ends one wait, also when it came before the wait', async () => {
  const notifier = createNotifier()
  const stop = new AbortController()
  using waits = createWaits([createNotifier(), notifier], stop.signal)
  const waiting = waits.wait(hourMs)
  notifier.notify()
  await waiting

  notifier.notify()
  notifier.notify()
  await waits.wait(hourMs)

  let isOver = false
  const last = waits.wait(hourMs).then(() => (isOver = true))
  waits[Symbol.dispose]()
  notifier.notify()
  await new Promise(setImmediate)
  assert.equal(isOver, false)
  stop.abort()
  await last
})

test('waits leave no listener at the notifiers and the signal', async () => {
  const stop = new AbortController()
  const listeners = new Set<() => void>()
  const notifier = {
    notify() {},
    onNotify(listener: () => void) {
      listeners.add(listener)
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
  }
  const waits = createWaits([notifier], stop.signal)
  for (let n = 0; n < 20; n++) await waits.wait(0)
  assert.deepEqual([listeners.size, getEventListeners(stop.signal, 'abort').length], [1, 0])

  waits[Symbol.dispose]()
  assert.equal(listeners.size, 0)
  stop.abort()
  await waits.wait(hourMs)
})
