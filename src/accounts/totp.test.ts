import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findStep, findStepNow, makeCode, toBase32 } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

test('codes are those of RFC 6238, appendix B', () => {
  const vectors = {
    59: '94287082',
    1_111_111_109: '07081804',
    1_111_111_111: '14050471',
    1_234_567_890: '89005924',
    2_000_000_000: '69279037',
    20_000_000_000: '65353130',
  }
  for (const [seconds, code] of Object.entries(vectors)) {
    const step = findStepNow(new Date(Number(seconds) * 1_000))
    assert.equal(makeCode(secret, step), code.slice(2), seconds)
  }
})

test('a code is taken one step before and after its own, and no later', () => {
  const now = new Date(1_234_567_890_000)
  const step = findStepNow(now)
  for (const [distance, isTaken] of [
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ] as const) {
    const found = findStep(secret, makeCode(secret, step + distance), now)
    assert.equal(found, isTaken ? step + distance : undefined, String(distance))
  }
  for (const wrong of ['', '12345', '1234567', 'abcdef', '\u{1F600}12']) {
    assert.equal(findStep(secret, wrong, now), undefined)
  }
})

test('secrets are written in Base32', () => {
  assert.equal(toBase32(secret), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  assert.equal(toBase32(Buffer.alloc(5, 255)), '77777777')
})
