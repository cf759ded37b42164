import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fill } from '#content/fill/fill.ts'
import { makeMaterial } from '#test/fixtures/material.ts'

/** What the rules read for one member of a schema. */
function valueIn(body: string, name: string, type: string): unknown {
  const page = `<!doctype html><html><head><title>Mill</title></head><body><main><h1>Mill</h1>${body}</main></body></html>`
  const schema = { type: 'object', properties: { [name]: { type } } }
  return (fill(schema, makeMaterial(page).facts).value as Record<string, unknown>)[name]
}

for (const [name, body, value] of [
  ['opens_at', '<p>The yard opens at 8.30am and closes at 4pm.</p>', '8.30am'],
  ['closes_at', '<p>The yard opens at 8.30am and closes at 4pm.</p>', '4pm'],
  ['last_entry', '<p>Last entry is at 15:15.</p>', '15:15'],
  [
    'proposal_deadline',
    '<p>Proposals are due by 3 March 2027. Answers go out in May.</p>',
    '2027-03-03',
  ],
  ['opening_hours', '<p>Open Mon-Fri 9 am to 5 pm.</p>', 'Mon-Fri 9 am to 5 pm'],
  [
    'opening_hours',
    '<p>Geöffnet Dienstag bis Samstag 9–17, montags zu.</p>',
    'Dienstag bis Samstag 9–17',
  ],
  ['opening_hours', '<p>Die Wanderung dauert 2–3 Stunden.</p>', undefined],
  [
    'workshop_hours',
    '<p>La tienda abre de 9 a 14. El taller, de lunes a jueves de 8 a 16.</p>',
    undefined,
  ],
  ['reception_hours', '<p>A receção está aberta das 7h às 21h.</p>', '7h às 21h'],
  [
    'wednesday_hours',
    '<div><span>Woensdag</span><span>10.00 - 18.00</span></div><div><span>Donderdag</span><span>12.00 - 18.00</span></div>',
    '10.00 - 18.00',
  ],
  ['owner', '<p>Inhaberin: Jana Krog (Müllerin)</p>', 'Jana Krog'],
  ['chair', '<p>Chair: Tom Ardley, since 2019</p>', 'Tom Ardley'],
  ['manager', '<p>Hallenleitung: Rolf Pahl</p>', 'Rolf Pahl'],
  ['owner_type', '<p>Owner type: private</p>', 'private'],
  ['mobile', '<p>Tel. 035 411 20 07 · Cell. 348 911 20 77</p>', '348 911 20 77'],
  ['scope', '<p>It needs the scope orders:read.</p>', undefined],
  ['sort_code', '<p>Pay by transfer: Orla Mills Ltd, sort code 20-11-73.</p>', undefined],
  ['language', '<p>The workshop language is Danish.</p>', 'Danish'],
] as const)
  test(`${name} of "${body}" is ${value}`, () => assert.equal(valueIn(body, name, 'string'), value))

for (const [name, body, value] of [
  ['weight_kg', '<p>It weighs 4.2 kg and costs £30.</p>', 4.2],
  ['capacity_l', '<p>The jug holds 1.7 litres.</p>', 1.7],
  ['activation_fee_eur', '<p>Die Aktivierung kostet 25 €, das Modem 3 € im Monat.</p>', 25],
  ['terrace_area_sqm', '<p>Con terrazza di 14 mq e giardino di 60 mq.</p>', 14],
  ['renovated_year', '<p>The mill was built in 1911 and restored in 2004.</p>', 2004],
  ['interior_height_cm', '<dl><dt>Innenhöhe</dt><dd>112 cm</dd></dl>', 112],
  ['guest_rating', '<div><span>4,6/5</span><span>Avaliação dos hóspedes</span></div>', 4.6],
  ['vat_rate', '<table><tr><td>VAT @ 20%</td><td>318.60</td></tr></table>', undefined],
  ['delivery_days', '<p>Die Lieferung kostet 900 € ins Ausland.</p>', undefined],
  ['seats', '<p>The boat was built in 1988 and seats 40 passengers.</p>', 40],
  ['parking_spaces', '<html lang="pt"><p>Estacionamento dos hóspedes gratuito.</p>', undefined],
] as const)
  test(`${name} of "${body}" is ${value}`, () => assert.equal(valueIn(body, name, 'number'), value))

for (const [name, body, value] of [
  ['parking_available', '<p>Parkering saknas.</p>', false],
  ['elevator', '<p>Ein Aufzug ist nicht vorhanden.</p>', false],
  ['elevator', '<p>Lo stabile è dotato di ascensore.</p>', true],
  ['dinner_included', '<p>Dinner is not included and costs £30.</p>', false],
  ['card_payment', '<p>Kartenzahlung ist leider nicht möglich.</p>', false],
] as const)
  test(`${name} of "${body}" is ${value}`, () =>
    assert.equal(valueIn(body, name, 'boolean'), value))
