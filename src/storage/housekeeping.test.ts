import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startHousekeeping } from './housekeeping.ts'

test('a sweep that fails, in whatever way, keeps no other from being done again and again', async () => {
  const logged: string[] = []
  const log = {
    debug() {},
    info() {},
    error() {},
    warn: (_: object, text: string) => void logged.push(text),
  }
  const done = Promise.withResolvers<void>()
  let runs = 0
  const sweeps = [
    () => {
      throw new Error('at once')
    },
    () => Promise.reject(new Error('later')),
    async () => {
      if (++runs === 3) done.resolve()
    },
  ]

  const keeping = startHousekeeping({ sweeps, everyMs: 1, log })
  const alive = setInterval(() => {}, 1_000)
  await done.promise
  clearInterval(alive)
  await keeping[Symbol.asyncDispose]()

  assert.ok(logged.length >= 6)
})
