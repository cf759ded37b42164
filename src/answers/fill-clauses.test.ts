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
  ['scope', '<p>It needs the scope orders:read.</p>', 'orders:read'],
  ['sort_code', '<p>Pay by transfer: Orla Mills Ltd, sort code 20-11-73.</p>', '20-11-73'],
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

for (const [name, type, body, value] of [
  ['tax_id', 'string', '<p>Sieć Orla, NIP 844-235-19-07, Suwałki</p>', '844-235-19-07'],
  ['account_number', 'string', '<p>Pay to sort code 20-45-77, account 60331842.</p>', '60331842'],
  ['vat_number', 'string', '<table><tr><td>VAT @ 20%</td><td>618.60</td></tr></table>', undefined],
  [
    'iban',
    'string',
    '<p>Cuenta: ES91 2100 0418 4502 0005 1332</p>',
    'ES91 2100 0418 4502 0005 1332',
  ],
  ['minimum_age', 'integer', '<p>Dès 14 ans, sur inscription.</p>', 14],
  ['free_under_age', 'integer', '<p>Kinder unter 12 Jahren haben freien Eintritt.</p>', 12],
  ['course_price_eur', 'number', '<p>Ein Kurs dauert 3 Stunden und kostet 49 Euro.</p>', 49],
  [
    'adult_entry_eur',
    'number',
    '<p>Entree kost € 6,25 voor volwassenen en € 4,75 voor kinderen.</p>',
    6.25,
  ],
  ['salary_max', 'number', '<p>We pay £52,000 to £64,000 a year.</p>', 64_000],
  ['closed_on', 'string', '<p>Dienstag bis Sonntag 10–17 Uhr, montags geschlossen.</p>', 'montags'],
  ['postal_code', 'string', '<p>Cena: 450 Kč</p><p>Lipová 214, 397 01 Písek</p>', '397 01'],
  ['city', 'string', '<p>Marina, cais C, 8200-394 Albufeira</p>', 'Albufeira'],
  [
    'customer_city',
    'string',
    '<p><b>Bill to</b><br>Orla Guest House<br>12 Shore Road<br>Ulverston LA12 0TT</p>',
    'Ulverston',
  ],
  ['phone', 'string', '<p>Call 01629 555 0182 (9–5, Mon–Fri)</p>', '01629 555 0182'],
  ['seller', 'string', '<p>Säljare: Peter Hagberg (butikschef)</p>', 'Peter Hagberg'],
  ['language', 'string', '<p>El curso se imparte en inglés.</p>', 'inglés'],
  ['coordinator', 'string', '<p>Nuria Belmonte, coordinadora del curso</p>', 'Nuria Belmonte'],
  ['chair', 'string', '<ul><li>Eva Lindberg (chair)</li></ul>', 'Eva Lindberg'],
  ['deer_count', 'integer', '<p>The estate is home to 340 fallow deer.</p>', 340],
  ['power_hp', 'integer', '<dl><dt>Effekt</dt><dd>185 hk</dd></dl>', 185],
  ['fuel', 'string', '<ul><li>2008</li><li>Bensin</li></ul>', 'Bensin'],
  [
    'start_date',
    'string',
    '<p>El curso empieza el 21 de septiembre de 2026.</p>',
    '21 de septiembre de 2026',
  ],
  ['capacity', 'integer', '<table><tr><th>定員</th><td>12名</td></tr></table>', 12],
  ['instructor', 'string', '<dl><dt>講師</dt><dd>山吹 健一（六代目）</dd></dl>', '山吹 健一'],
  ['email', 'string', '<p>电子邮箱：dienst@orla.example</p>', 'dienst@orla.example'],
] as const)
  test(`${name} of "${body}" is ${value}`, () => assert.equal(valueIn(body, name, type), value))

test('times of day that a sentence enumerates are a list', () => {
  const page = `<!doctype html><html><head><title>Pier</title></head><body><h1>Pier</h1><p>Boats leave at 07:30, 10:15 and 16:45.</p></body></html>`
  const list = { type: 'array', items: { type: 'string' } }
  const schema = { type: 'object', properties: { departure_times: list } }
  const { value } = fill(schema, makeMaterial(page).facts)
  assert.deepEqual(Object.values(value as object), [['07:30', '10:15', '16:45']])
})
