import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRate, createTeamTraffic } from './traffic.ts'

test('what passes beyond the burst waits as long as the rate needs', () => {
  let now = 0
  const spend = createRate({ perSecond: 100, burst: 50 }, () => now)
  assert.deepEqual([spend(50), spend(10)], [0, 100])
  now = 100
  assert.deepEqual([spend(0), spend(10)], [0, 100])
  now = 10_000
  assert.deepEqual([spend(50), spend(1)], [0, 10])
})

test('sessions of a team share what it may hold and send, and leave that of other teams', () => {
  const teams = createTeamTraffic()
  const [first, second, third, other] = ['a', 'a', 'a', 'b'].map((team) => teams.enter(team))
  assert.ok(first && second && third && other)
  const much = 150 * 1_024 ** 2
  for (const session of [first, second]) session.hold(much)
  assert.deepEqual([first.isFull, third.isFull], [false, false])
  third.hold(much)
  assert.deepEqual([first.isFull, third.isFull, other.isFull], [true, true, false])
  first.hold(-much)
  assert.deepEqual([first.isFull, second.isFull], [false, false])
  for (const session of [first, second, third]) session.spend(50 * 1_024 ** 2)
  assert.ok(first.spend(1) > 0)
  assert.equal(other.spend(1), 0)
})

test('a team without sessions is forgotten, once', () => {
  const teams = createTeamTraffic()
  const [first, second] = [teams.enter('a'), teams.enter('a')]
  first.spend(500 * 1_024 ** 2)
  first[Symbol.dispose]()
  first[Symbol.dispose]()
  assert.ok(teams.enter('a').spend(1) > 0)
  second[Symbol.dispose]()
})
