import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { silentLog } from '#test/fixtures/silent-log.ts'
import { createNotifier } from './notifier.ts'
import { every, poll, startPolling } from './poll.ts'

const hourMs = 3_600_000
const failure = 'tick failed'
const quiet = { log: silentLog, failure }
const idle = async () => false
const macrotask = () => new Promise(setImmediate)

test('a tick that throws is logged, and does not prevent the other ticks and rounds', async () => {
  const logged: string[] = []
  const log = { ...silentLog, warn: (_: object, text: string) => void logged.push(text) }
  const thirdRound = Promise.withResolvers<void>()
  let rounds = 0
  const ticks = [
    () => {
      throw new Error('synchronous')
    },
    () => Promise.reject(new Error('asynchronous')),
    async () => {
      if (++rounds === 3) thirdRound.resolve()
      return false
    },
  ]

  await using _ = startPolling({ ticks, pause: every(1), log, failure })
  await thirdRound.promise

  assert.ok(logged.length >= 6)
  assert.deepEqual(new Set(logged), new Set([failure]))
})

test('a round that finds work is followed by the next without a pause', async () => {
  const drained = Promise.withResolvers<void>()
  let left = 5
  const tick = async () => {
    if (left === 0) drained.resolve()
    return left-- > 0
  }
  await using _ = startPolling({ ticks: [tick, idle], pause: every(hourMs), ...quiet })
  await drained.promise
  await macrotask()
  assert.equal(left, -1)
})

test('disposal ends a pause, and runs no further tick', async () => {
  let rounds = 0
  const tick = async () => {
    rounds++
    return false
  }
  const polling = startPolling({ ticks: [tick], pause: every(hourMs), ...quiet })
  await macrotask()
  await polling[Symbol.asyncDispose]()
  assert.equal(rounds, 1)
})

test('disposal before the first round of a loop that pauses first runs no tick', async () => {
  let rounds = 0
  const ticks = [
    async () => {
      rounds++
      return false
    },
  ]
  const polling = startPolling({ ticks, pause: every(hourMs), pausesFirst: true, ...quiet })
  await macrotask()
  await polling[Symbol.asyncDispose]()
  assert.equal(rounds, 0)
})

test('disposal waits for the tick that runs', async () => {
  const release = Promise.withResolvers<boolean>()
  const polling = startPolling({
    ticks: [() => release.promise],
    pause: every(hourMs),
    ...quiet,
  })
  let isStopped = false
  const stopping = polling[Symbol.asyncDispose]().then(() => (isStopped = true))
  await macrotask()
  assert.equal(isStopped, false)
  release.resolve(true)
  await stopping
})

test('a notification during a round starts the next round at once', async () => {
  const notifier = createNotifier()
  const secondRound = Promise.withResolvers<void>()
  let rounds = 0
  const tick = async () => {
    if (++rounds === 1) notifier.notify()
    else secondRound.resolve()
    return false
  }
  await using _ = startPolling({
    ticks: [tick],
    pause: every(hourMs),
    notifiers: [notifier],
    ...quiet,
  })
  await secondRound.promise
  await macrotask()
  assert.equal(rounds, 2)
})

test('a notification ends a pause', async () => {
  const notifier = createNotifier()
  const secondRound = Promise.withResolvers<void>()
  let rounds = 0
  const tick = async () => {
    if (++rounds === 2) secondRound.resolve()
    return false
  }
  await using _ = startPolling({
    ticks: [tick],
    pause: every(hourMs),
    notifiers: [notifier],
    ...quiet,
  })
  await macrotask()
  notifier.notify()
  await secondRound.promise
})

test('many pauses leave no listener behind', async () => {
  const stop = new AbortController()
  let listeners = 0
  const notifier = {
    notify() {},
    onNotify() {
      listeners++
      return { [Symbol.dispose]: () => void listeners-- }
    },
  }
  let rounds = 0
  const most: number[] = []
  const tick = async () => {
    most.push(getEventListeners(stop.signal, 'abort').length + listeners)
    if (++rounds === 20) stop.abort()
    return false
  }
  await poll({ ticks: [tick], pause: every(0), notifiers: [notifier], ...quiet }, stop.signal)
  assert.equal(Math.max(...most), 1)
  assert.equal(getEventListeners(stop.signal, 'abort').length + listeners, 0)
})
