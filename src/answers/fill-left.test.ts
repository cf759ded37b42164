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

const [integer, boolean] = [{ type: 'integer' }, { type: 'boolean' }]
const list = (items: object) => ({ type: 'array', items })
const rows = (properties: object) => list({ type: 'object', properties })

for (const [what, body, properties, value] of [
  [
    'columns of amounts and of yes and no, whatever they are called',
    '<table><tr><th></th><th>Klein</th><th>Gross</th></tr><tr><td>Zuschlag</td><td>5 €</td><td>9 €</td></tr><tr><td>Obergrenze</td><td>400 €</td><td>900 €</td></tr><tr><td>Einbruch</td><td>ja</td><td>nein</td></tr></table>',
    { covers: rows({ name: string, premium_eur: number, limit_eur: number, burglary: boolean }) },
    {
      covers: [
        { name: 'Klein', premium_eur: 5, limit_eur: 400, burglary: true },
        { name: 'Gross', premium_eur: 9, limit_eur: 900, burglary: false },
      ],
    },
  ],
  [
    'no hours as prices',
    '<table><tr><th>Jour</th><th>Horaires</th></tr><tr><td>Samedi</td><td>10h</td></tr><tr><td>Dimanche</td><td>11h</td></tr></table>',
    { fares: rows({ category: string, fare_eur: number }) },
    {},
  ],
  [
    'a deposit of two months, which is no money',
    '<p>Deposit: 2 months. Rent: 700 €</p>',
    { deposit_months: integer, rent_eur: number },
    { deposit_months: 2, rent_eur: 700 },
  ],
  [
    'a town and its region',
    '<p>Ludlow, Shropshire</p><p>Pay: £12 an hour</p>',
    { city: string, county: string },
    { city: 'Ludlow', county: 'Shropshire' },
  ],
  [
    'a house and its town',
    '<ul><li>Salle des Roches, Vannes</li></ul>',
    { venue: string, city: string },
    { venue: 'Salle des Roches', city: 'Vannes' },
  ],
  ['no region of a town that nothing tells', '<p>Ludlow, Shropshire</p>', { city: string }, {}],
  [
    'both ends of a range with its noun behind it',
    '<p>Gruppen von 6 bis 10 Teilnehmern</p>',
    { min_participants: integer, max_participants: integer },
    { min_participants: 6, max_participants: 10 },
  ],
  [
    'the items of a sentence',
    '<p>Ein Stuhl mit vier Beinen, hergestellt aus Eiche, Stahl und Leder.</p><p>Wir nehmen Bargeld, Girocard und Visa an.</p>',
    { materials: list(string) },
    { materials: ['Eiche', 'Stahl', 'Leder'] },
  ],
  [
    'photos that are allowed without a flash',
    '<p>Se permite hacer fotos sin flash.</p>',
    { photography_allowed: boolean },
    { photography_allowed: true },
  ],
  [
    'a label of a related language',
    '<p>Inclinación: norte</p>',
    { inclination: string },
    { inclination: 'norte' },
  ],
  [
    'a street between points, and no year for its town',
    '<footer>© 2026 Ursula Kern · Mühlgasse 4 · 88131 Lindau</footer>',
    { street: string, postal_code: string, city: string },
    { street: 'Mühlgasse 4', postal_code: '88131', city: 'Lindau' },
  ],
  [
    'a town before its county',
    '<p>3 Quay Lane, Looe, Cornwall PL13 1AA</p>',
    { street: string, city: string, region: string, postcode: string },
    { street: '3 Quay Lane', city: 'Looe', region: 'Cornwall', postcode: 'PL13 1AA' },
  ],
] as const)
  test(`order and kind tell what is meant: ${what}`, () => {
    assert.deepEqual(fillPage(body, properties).value, value)
  })
