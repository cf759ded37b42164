import assert from 'node:assert/strict'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createRequestStarts } from './request-starts.ts'

/** Notes which requests have begun. */
function watch(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const starts = createRequestStarts(8)
  const begun: string[] = []
  return {
    begun,
    ask: (teamId: string) => {
      const response = new ServerResponse(new IncomingMessage(new Socket()))
      const turn = starts.begin(teamId, response).then(() => void begun.push(teamId))
      const leave = () => response.emit('close')
      return { turn, leave, finish: () => response.end().emit('close') }
    },
  }
}

test('eight requests of a team start at once, and those of others do not wait for them', async (t) => {
  const { ask, begun } = watch(t)
  const [first, second] = Array.from({ length: 12 }, () => ask('one'))
  ask('other')
  await setImmediate()
  assert.deepEqual(begun, [...Array.from({ length: 8 }, () => 'one'), 'other'])
  first?.finish()
  second?.finish()
  await setImmediate()
  assert.equal(begun.length, 10)
  t.mock.timers.tick(10)
  await setImmediate()
  assert.equal(begun.length, 13)
})

test('a client that leaves while it waits is refused, and takes no turn', async (t) => {
  const { ask, begun } = watch(t)
  for (let count = 0; count < 8; count += 1) ask('one')
  const { turn, leave } = ask('one')
  leave()
  await assert.rejects(turn, { code: 'SERVICE_UNAVAILABLE' })
  ask('one')
  t.mock.timers.tick(10)
  await setImmediate()
  assert.equal(begun.length, 9)
})

test('a start waits for each request of the team that was abandoned, and not for those of others', async (t) => {
  const { ask, begun } = watch(t)
  const abandoned = [ask('one'), ask('one')]
  await setImmediate()
  for (const { leave } of abandoned) leave()
  const starts = ask('one')
  ask('other')
  await setImmediate()
  assert.deepEqual(begun, ['one', 'one', 'other'])
  await starts.turn

  const { turn, leave } = ask('one')
  await setImmediate()
  leave()
  await assert.rejects(turn, { code: 'SERVICE_UNAVAILABLE' })
  await ask('one').turn
  ask('one')
  await setImmediate()
  assert.equal(begun.length, 6)
})
