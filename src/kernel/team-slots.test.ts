import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTeamSlots } from './team-slots.ts'

/** Takes slots until it is refused; returns how many. */
function fill(slots: ReturnType<typeof createTeamSlots>, teamId: string): Disposable[] {
  const taken: Disposable[] = []
  for (;;) {
    try {
      taken.push(slots.enter(teamId))
    } catch (thrown) {
      assert.match(String(thrown), /Too many/)
      return taken
    }
  }
}

test('one team never takes all slots: each further team gets some', () => {
  const slots = createTeamSlots({ perTeamMax: 8, refusal: 'Too many.' })
  const counts = ['a', 'b', 'c'].map((team) => fill(slots, team).length)
  assert.deepEqual(counts, [8, 1, 1])
  assert.equal(slots.taken, 10)
})

test('a released slot can be taken, once however often it is released', () => {
  const slots = createTeamSlots({ perTeamMax: 1, refusal: 'Too many.' })
  const [first] = fill(slots, 'a')
  fill(slots, 'b')
  first?.[Symbol.dispose]()
  first?.[Symbol.dispose]()
  assert.equal(slots.taken, 1)
  assert.equal(fill(slots, 'a').length, 1)
})

test('a ceiling limits a team while slots are free', () => {
  const slots = createTeamSlots({ perTeamMax: 80, ceiling: 20, refusal: 'Too many.' })
  const counts = ['a', 'b', 'c', 'd', 'e', 'f'].map((team) => fill(slots, team).length)
  assert.deepEqual(counts.slice(0, 4), [20, 20, 20, 20])
  assert.ok(counts.every((count) => count > 0))
})
