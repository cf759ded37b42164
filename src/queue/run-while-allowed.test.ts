import assert from 'node:assert/strict'
import { test } from 'node:test'
import { silentLog } from '#test/fixtures/silent-log.ts'
import { until } from '#test/fixtures/until.ts'
import { runWhileAllowed } from './run-while-allowed.ts'

test('work ends when it is refused, begins again when it is allowed, and ends with its owner', async () => {
  let reason: string | undefined
  const events: string[] = []
  const start = () => {
    events.push('begins')
    return { [Symbol.asyncDispose]: async () => void events.push('ends') }
  }
  const refusal = async () => reason
  const work = await runWhileAllowed({ refusal, start, log: silentLog, checkedEveryMs: 1 })
  assert.deepEqual(events, ['begins'])
  reason = 'wrong clock'
  await until(() => events.length === 2)
  assert.equal(work.current(), undefined)
  reason = undefined
  await until(() => events.length === 3)
  await work[Symbol.asyncDispose]()
  assert.deepEqual(events, ['begins', 'ends', 'begins', 'ends'])
})

test('work that is refused from the beginning does not begin', async () => {
  await using work = await runWhileAllowed({ ...refused, log: silentLog })
  assert.equal(work.current(), undefined)
})

test('a check that fails leaves the work as it is', async () => {
  let checks = 0
  const refusal = async () => {
    checks++
    if (checks > 1) throw new Error('database away')
    return undefined
  }
  let ended = 0
  const start = () => ({ [Symbol.asyncDispose]: async () => void ended++ })
  await using work = await runWhileAllowed({ refusal, start, log: silentLog, checkedEveryMs: 1 })
  await until(() => checks > 3)
  assert.equal(ended, 0)
  assert.ok(work.current())
})

const refused = { refusal: async () => 'wrong clock', start: () => assert.fail('began') }
