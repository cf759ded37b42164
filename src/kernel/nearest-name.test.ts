import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearestName } from './nearest-name.ts'

const names = ['WEIR_PORT', 'WEIR_HOST', 'WEIR_PUBLIC_URL', 'WEIR_ALLOWED_PRIVATE_HOSTS']

test('a name with a missing, extra, wrong or swapped letter is recognised', () => {
  for (const wrong of ['WEIR_PRT', 'WEIR_POORT', 'WEIR_PORD', 'WEIR_PROT']) {
    assert.equal(nearestName(wrong, names), 'WEIR_PORT')
  }
  assert.equal(nearestName('WEIR_ALLOWED_PRIVATE_HOST', names), 'WEIR_ALLOWED_PRIVATE_HOSTS')
})

test('a name that resembles none has no nearest name', () => {
  assert.equal(nearestName('WEIR_COLOUR_OF_THE_SKY', names), undefined)
})
