import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeMaterial } from '#test/fixtures/material.ts'
import { fill } from '#content/fill/fill.ts'

const properties = { street: { type: 'string' }, city: { type: 'string' } }
const read = (html: string) => fill({ type: 'object', properties }, makeMaterial(html).facts).value

test('a part of an address is read where the page has one, without what stands before its street', () => {
  const html = '<main><h1>Visit</h1><p>Reg. no. 81 55 12. Kvaevej 8, 9990 Skagen</p></main>'
  assert.deepEqual(read(html), { street: 'Kvaevej 8', city: 'Skagen' })
})

test('of two towns neither is given out', () => {
  const html =
    '<main><h1>Order</h1><p>Zone of Causses<br>12100 Millau</p><p>2 place du Claux<br>12230 Nant</p></main>'
  assert.deepEqual(read(html), {})
})
