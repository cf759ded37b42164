import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeMaterial } from '#test/fixtures/material.ts'
import { fill } from '#content/fill/fill.ts'

const valueIn = (body: string, schema: Record<string, unknown>, name: string) => {
  const html = `<html><head><title>Hut</title></head><body><main><h1>Hut</h1>${body}</main></body></html>`
  const root = { type: 'object', properties: { [name]: schema } }
  const { value } = fill(root, makeMaterial(html).facts)
  return (value as Record<string, unknown>)[name]
}

for (const [name, body, said] of [
  ['petsAllowed', '<p>Haustiere sind bei uns willkommen.</p>', true],
  ['pets_allowed', '<p>Les animaux ne sont pas admis.</p>', false],
  ['breakfastIncluded', '<p>Colazione inclusa nel prezzo.</p>', true],
  ['breakfast_included', '<p>Frühstück zzgl. 9 € pro Person.</p>', false],
  ['vatIncluded', '<p>Todos los precios con IVA incluido.</p>', true],
  ['vat_included', '<p>All prices exclude VAT.</p>', false],
  ['registration_required', '<p>Det kræves ingen tilmelding.</p>', false],
  ['registrationRequired', '<p>Rejestracja jest wymagana.</p>', true],
  ['elevator', '<table><tr><td>Winda</td><td>nie</td></tr></table>', false],
  ['hasElevator', '<p>Huis met lift en tuin</p>', true],
  ['furnished', '<ul><li>Non meublé</li><li>Cave</li></ul>', false],
  ['furnished', '<p>Die Wohnung ist unmöbliert.</p>', false],
  ['gluten_free', '<p>Is the cake gluten free?</p>', undefined],
  ['free_shipping', '<p>Free shipping if you order two.</p>', undefined],
  ['fridge', '<p><span>Awning ✔</span> <span>Fridge ✘</span> <span>Shower ✔</span></p>', false],
  ['shower', '<p><span>Awning ✔</span> <span>Fridge ✘</span> <span>Shower ✔</span></p>', true],
  ['pool', '<ul><li>Garden</li><li><s>Swimming pool</s></li></ul>', false],
  ['organic', '<p>The lunch is organic and not vegan.</p>', true],
  ['dryer', '<p>Die Spülmaschine ist da, der Trockner nicht.</p>', false],
  ['elevator', '<p>The lift: no information</p>', undefined],
  ['kitchen', '<ul><li>Kuchnia z piekarnikiem i lodówką</li></ul>', true],
  ['cheques_accepted', '<p>Chèques non acceptés. Métro : aucun.</p>', false],
  ['gps', '<table><tr><td>GPS</td><td><img src="x.svg" alt="non"></td></tr></table>', false],
  ['balcony', '<p>The museum shows a balcony scene by an unknown painter.</p>', undefined],
  ['children_allowed', '<p>Children are allowed.</p><p>Children are not allowed.</p>', undefined],
  ['dogsAllowed', '<p>Hundar är inte tillåtna.</p>', false],
  ['wheelchair_accessible', '<p>Sala dostosowana do wózków.</p>', true],
] as const)
  test(`${name} of "${body}" is ${said}`, () =>
    assert.equal(valueIn(body, { type: 'boolean' }, name), said))

for (const [name, members, body, member] of [
  ['employment_type', ['full_time', 'part_time'], '<p>Teilzeit · Bern</p>', 'part_time'],
  [
    'employmentType',
    ['FULL_TIME', 'INTERN'],
    '<dl><dt>Contrat</dt><dd>Stage, 6 mois</dd></dl>',
    'INTERN',
  ],
  ['condition', ['new', 'used'], '<p>Stan: używany</p>', 'used'],
  ['availability', ['in_stock', 'out_of_stock'], '<p>Momenteel uitverkocht</p>', 'out_of_stock'],
  ['availability', ['in_stock', 'out_of_stock'], '<p>Auf Lager</p>', 'in_stock'],
  ['difficulty', ['easy', 'medium', 'hard'], '<p>Svårighetsgrad: lätt</p>', 'easy'],
  ['difficulty', ['easy', 'medium', 'hard'], '<p>Leicht und schwer, alles dabei</p>', undefined],
] as const)
  test(`${name} of "${body}" is ${member}`, () =>
    assert.equal(valueIn(body, { type: 'string', enum: members }, name), member))

for (const [name, body, value] of [
  ['gruendungsjahr', '<dl><dt>Gründungsjahr</dt><dd>1998</dd></dl>', 1998],
  ['annee_construction', '<dl><dt>Année de construction</dt><dd>1931</dd></dl>', 1931],
  ['vaegt_kg', '<dl><dt>Vægt</dt><dd>2,5 kg</dd></dl>', 2.5],
] as const)
  test(`a label is found by its name in plain letters: ${name}`, () =>
    assert.equal(valueIn(body, { type: 'number' }, name), value))

for (const [name, type, body, value] of [
  ['dogs_allowed', 'boolean', '<p>Dogs are welcome at no extra charge.</p>', true],
  ['parking', 'boolean', '<p>Nie ma parkingu.</p>', false],
  ['forward_gears', 'integer', '<p>It has 18 forward and 6 reverse gears.</p>', undefined],
  ['deposit', 'number', '<p>Cleaning: £60. Deposit: £250. Linen: £9.</p>', 250],
  ['start_date', 'string', '<p>Register by 4 May 2026.</p>', undefined],
  ['discount_percent', 'number', '<p>Discount: 15% for members</p>', 15],
  ['phone', 'string', '<p>Book with Ana Bray (07700 900 114).</p>', '07700 900 114'],
  ['bedrooms', 'integer', '<p>There are three bedrooms and one bathroom.</p>', 3],
  ['countries', 'integer', '<p>We work at 31 sites in five countries.</p>', 5],
  ['cores', 'integer', '<p>A processor of six cores, the 7400X.</p>', 6],
  ['due_date', 'string', '<p>Due date: 05.06.2026 without discount</p>', '2026-06-05'],
  [
    'delivery_time',
    'string',
    '<p>Delivery time: two days. We ship with Ravn only.</p>',
    'two days',
  ],
  ['street', 'string', '<p>3, rue du Port, 29000 Quimper</p>', '3, rue du Port'],
] as const)
  test(`${name} of "${body}" is ${value}`, () => assert.equal(valueIn(body, { type }, name), value))

test('the measure that a column takes is no part of a name', () => {
  const properties = { name: { type: 'string' }, weight_g: { type: 'number' } }
  const schema = { type: 'array', items: { type: 'object', properties } }
  const body = '<ul><li>Rye loaf, 900 g</li><li>Seed roll, 80 g</li><li>Plait, 400 g</li></ul>'
  assert.deepEqual(JSON.parse(JSON.stringify(valueIn(body, schema, 'breads'))), [
    { name: 'Rye loaf', weight_g: 900 },
    { name: 'Seed roll', weight_g: 80 },
    { name: 'Plait', weight_g: 400 },
  ])
})

test('how a business is reached is read from what it declares, its name is not', () => {
  const declared = { '@type': 'Dentist', name: 'Molar', telephone: '01632 960 011' }
  const body = `<script type="application/ld+json">${JSON.stringify(declared)}</script>`
  assert.equal(valueIn(body, { type: 'string' }, 'phone'), '01632 960 011')
  assert.equal(valueIn(body, { type: 'string' }, 'name'), 'Hut')
})

test('verbs in Czech are denied by their first letters', () => {
  const html =
    '<html lang="cs"><head><title>Chata</title></head><body><main><h1>Chata</h1><p>Děti se nedívají na televizi. Zápisné se nevrací.</p></main></body></html>'
  const properties = { television: { type: 'boolean' } }
  const { value } = fill({ type: 'object', properties }, makeMaterial(html).facts)
  assert.deepEqual(value, { television: false })
})
