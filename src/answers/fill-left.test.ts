import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fill } from '#content/fill/fill.ts'
import { jsonWithoutModel } from './without-model.ts'
import { makeMaterial } from '#test/fixtures/material.ts'

const [number, date, string] = [
  { type: 'number' },
  { type: 'string', format: 'date' },
  { type: 'string' },
]

function fillPage(body: string, properties: Readonly<Record<string, object>>) {
  const material = makeMaterial(
    `<!doctype html><html><head><title>Mill</title></head><body><main><h1>Mill</h1>${body}</main></body></html>`,
  )
  const filled = fill({ type: 'object', properties }, material.facts)
  return { ...filled, warning: jsonWithoutModel({ filled }, material).warning }
}

test('the only value of a kind that is left is that of the only property of the kind', () => {
  const { value, left, missing, warning } = fillPage(
    '<p>Das Rad misst 4,2 m. Der Eintritt kostet 7 €.</p><p>Am 3. Mai 2026 dreht es sich wieder.</p>',
    { name: string, wheel_span_m: number, admission_eur: number, restarted: date, owner: string },
  )
  assert.deepEqual(value, {
    name: 'Mill',
    wheel_span_m: 4.2,
    admission_eur: 7,
    restarted: '2026-05-03',
  })
  assert.deepEqual([left, missing], [['wheel_span_m', 'restarted'], ['owner']])
  assert.match(warning, /only values of their kind that are left: wheel_span_m, restarted\./)
})

test('several values of a kind go to as many properties, in their order', () => {
  const { value } = fillPage(
    '<p>Fra loftet er der 12 m ned, og 30 m til åen. Det koster 40 kr at se det, og 15 kr ekstra at male.</p>',
    { drop_m: number, way_m: number, look_dkk: number, grind_dkk: number },
  )
  assert.deepEqual(value, { drop_m: 12, way_m: 30, look_dkk: 40, grind_dkk: 15 })
})

for (const [why, body, properties] of [
  ['more values than properties', '<p>12 m und 30 m.</p>', { drop_m: number }],
  ['another label', '<p>Gewicht: 12 kg</p>', { lifted_kg: number }],
  ['another unit', '<p>Es sind 12 km.</p>', { drop_m: number }],
  ['a cell', '<table><tr><td>a</td><td>12 m</td><td>b</td></tr></table>', { drop_m: number }],
  ['an old price', '<p><del>90 €</del> <b>80 €</b></p>', { a_eur: number, b_eur: number }],
  ['a year', '<p>Das war 1987.</p>', { year_closed: { type: 'integer' } }],
  ['a deadline', '<p>Anmeldung bis 3. Mai 2026.</p>', { start_date: date }],
] as const)
  test(`nothing is left to a property: ${why}`, () => {
    assert.deepEqual(fillPage(body, properties).value, {})
  })
