import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findKeyId, findRequester, type Principal } from './principal.ts'

const key = { kind: 'key', id: 'a' } as const
const session = { kind: 'session', id: 'b' } as const
const cases: readonly (readonly [Principal, string | null])[] = [
  [key, 'a'],
  [session, null],
  [{ kind: 'keyless', id: 'f' }, null],
  [{ kind: 'schedule', id: 'c', actsFor: key }, 'a'],
  [{ kind: 'agent-run', id: 'd', actsFor: session }, null],
  [{ kind: 'schedule', id: 'e', actsFor: null }, null],
]

for (const [principal, keyId] of cases) {
  test(`usage of ${JSON.stringify(principal)} is attributed to ${keyId ?? 'no key'}`, () => {
    assert.equal(findKeyId(principal), keyId)
  })
}

test('a schedule and a run of an agent act for the principal that created them', () => {
  assert.deepEqual(findRequester({ kind: 'agent-run', id: 'd', actsFor: session }), session)
  assert.deepEqual(findRequester(key), key)
})
