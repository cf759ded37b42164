import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGate } from './gate.ts'

const soon = () => AbortSignal.timeout(2_000)

test('a gate lets in as many as its bound, then whoever came first', async () => {
  const gate = createGate({ insideMax: 2, waitingMax: 10 })
  const entered: string[] = []
  const enter = async (name: string) => {
    const leave = await gate.enter(soon())
    entered.push(name)
    return leave
  }
  const [leaveFirst] = await Promise.all([enter('a'), enter('b')])
  const third = enter('c')
  const fourth = enter('d')
  await Promise.resolve()
  assert.deepEqual(entered, ['a', 'b'])

  leaveFirst()
  const leaveThird = await third
  assert.deepEqual(entered, ['a', 'b', 'c'])
  leaveThird()
  await fourth
  assert.deepEqual(entered, ['a', 'b', 'c', 'd'])
})

test('who gives up waiting leaves no place behind', async () => {
  const gate = createGate({ insideMax: 1, waitingMax: 1 })
  const leave = await gate.enter(soon())
  const impatient = new AbortController()
  const waiting = gate.enter(impatient.signal)
  await assert.rejects(gate.enter(soon()), /Too many are waiting/)
  impatient.abort(new Error('gone'))
  await assert.rejects(waiting, /gone/)

  leave()
  await gate.enter(soon())
})
