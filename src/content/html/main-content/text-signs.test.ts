import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textSigns } from './text-signs.ts'

const samples = [
  ['© 2020 Weir', [0, 6]],
  ['Accept all', [1]],
  ['Your email', [2]],
  ['Create an account', [2]],
  ['share', [3]],
  ['You may also like', [4]],
  ['Don’t miss', [4]],
  ['1 reply', [5]],
  ['by Ann', [6]],
  ['€ 3', [7]],
  ['Home', [8]],
  ['News ›', [8]],
  ['how to', [9]],
  ['rating', [10]],
  ['joined', [11]],
  ['sponsored', [12]],
  ['page 3', [13]],
  ['tag: a', [14]],
  ['on this page', [15]],
  ['a@b.', [16]],
  ['captcha', [17]],
  ['A heron stood in the reeds', []],
] as const

for (const [text, phrases] of samples) {
  test(`phrases of "${text}"`, () => {
    const bits = textSigns(text)
    const found = Array.from({ length: 18 }, (_, index) => index).filter((at) => (bits >> at) & 1)
    assert.deepEqual(found, phrases)
  })
}
