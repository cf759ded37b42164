import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeMaterial } from '#test/fixtures/material.ts'
import { fill } from '#content/fill/fill.ts'

const [text, number] = [{ type: 'string' }, { type: 'number' }]
const list = (items: object) => ({ type: 'array', items })
const object = (properties: object) => ({ type: 'object', properties })

const fillIn = (body: string, properties: object) => {
  const html = `<html><head><title>Quay Works</title></head><body><main><h1>Quay Works</h1>${body}</main></body></html>`
  return fill(object(properties), makeMaterial(html).facts).value
}

const cases: readonly (readonly [what: string, body: string, properties: object, value: object])[] =
  [
    [
      'links that write and call, and labels of pictures',
      '<p><a href="mailto:ship@quay.example?subject=x">Write to us</a> or <a href="tel:+4420794601">call</a></p><p>Rated <span role="img" aria-label="4.5 out of 5"></span></p>',
      { email: text, phone: text, rating: number },
      { email: 'ship@quay.example', phone: '+4420794601', rating: 4.5 },
    ],
    [
      'of links to several addresses none',
      '<p><a href="mailto:a@quay.example">Ann</a> <a href="mailto:b@quay.example">Bo</a></p>',
      { email: text },
      {},
    ],
    [
      'addresses of eastern scripts and their parts',
      '<p>〒604-8091 京都府京都市中京区本能寺前町12-4</p>',
      { address: text, postal_code: text, prefecture: text },
      {
        address: '京都府京都市中京区本能寺前町12-4',
        postal_code: '604-8091',
        prefecture: '京都府',
      },
    ],
    [
      'numbers beside letters of scripts without spaces',
      '<p>2011年設立、従業員73名</p><p>宠物不允许入内。免费Wi-Fi</p><p>주차는 무료입니다. 물품은 맡길 수 없습니다.</p>',
      {
        founded: { type: 'integer' },
        employees: { type: 'integer' },
        pets_allowed: { type: 'boolean' },
        free_wifi: { type: 'boolean' },
        free_parking: { type: 'boolean' },
      },
      { founded: 2011, employees: 73, pets_allowed: false, free_wifi: true, free_parking: true },
    ],
    [
      'an amount whose label names who pays it',
      '<table><tr><th>Adults</th><td>£12.50</td></tr><tr><th>Children</th><td>£7</td></tr></table>',
      { adult_price_gbp: number, child_price_gbp: number },
      { adult_price_gbp: 12.5, child_price_gbp: 7 },
    ],
    [
      'no year of founding beside the foundation itself',
      '<p>En 2019 la fundación plantó 400 árboles.</p>',
      { founded: { type: 'integer' } },
      {},
    ],
    [
      'a table whose columns are things',
      '<table><tr><th></th><th>Hobby</th><th>Studio</th></tr><tr><th>Price a month</th><td>$4</td><td>$19</td></tr><tr><th>Phone support</th><td>–</td><td>✓</td></tr></table>',
      { plans: list(object({ name: text, price: number, phone_support: { type: 'boolean' } })) },
      {
        plans: [
          { name: 'Hobby', price: 4, phone_support: false },
          { name: 'Studio', price: 19, phone_support: true },
        ],
      },
    ],
    [
      'rows of one cell that name sections, and prices without a currency',
      '<table><tr><td colspan=2>Soups</td></tr><tr><td>Leek broth</td><td>6.5</td></tr><tr><td>Borscht</td><td>7</td></tr><tr><td colspan=2>Pies</td></tr><tr><td>Game pie</td><td>14</td></tr></table>',
      { dishes: list(object({ name: text, price: number, section: text })) },
      {
        dishes: [
          { name: 'Leek broth', price: 6.5, section: 'Soups' },
          { name: 'Borscht', price: 7, section: 'Soups' },
          { name: 'Game pie', price: 14, section: 'Pies' },
        ],
      },
    ],
    [
      'lists of things without what they lack',
      '<div class=tier><h3>Basic</h3><b>€3</b><ul><li>✓ Two boats</li><li>✗ Winter storage</li></ul></div><div class=tier><h3>Full</h3><b>€9</b><ul><li>✓ Ten boats</li><li>✓ Winter storage</li></ul></div>',
      { plans: list(object({ name: text, price: number, features: list(text) })) },
      {
        plans: [
          { name: 'Basic', price: 3, features: ['Two boats'] },
          { name: 'Full', price: 9, features: ['Ten boats', 'Winter storage'] },
        ],
      },
    ],
    [
      'ingredients under headings of their own',
      '<h3>Base</h3><ul><li>200 g oats</li><li>90 g butter</li></ul><h3>Top</h3><ul><li>3 plums</li></ul><h3>Links</h3><ul><li>About us</li><li>Contact</li></ul>',
      { ingredients: list(text) },
      { ingredients: ['200 g oats', '90 g butter', '3 plums'] },
    ],
    [
      'numbered lines without those behind them',
      '<h2>Étapes</h2><p>1. Lavez les prunes.</p><p>2. Cuisez-les.</p><p>Bon appétit à tous !</p>',
      { steps: list(text) },
      { steps: ['Lavez les prunes.', 'Cuisez-les.'] },
    ],
    [
      'labels in another language',
      '<div><div>Aantal deuren</div><div>4</div></div><div><div>Toegestaan gewicht aanhanger</div><div>900 kg</div></div>',
      { number_of_doors: { type: 'integer' } },
      { number_of_doors: 4 },
    ],
    [
      'labels in emphasis right beside their values',
      '<div><em>Kilometerstand</em>61.200 km</div><div><em>Kraftstoff</em>Benzin</div>',
      { mileage_km: number, fuel: text },
      { mileage_km: 61_200, fuel: 'Benzin' },
    ],
    [
      'a price with the mark of a note',
      '<p>12.450,- €<sup>2</sup></p><p>2) VAT included</p>',
      { price_eur: number },
      { price_eur: 12_450 },
    ],
    [
      'a start beside a date as the time of day',
      '<p>Friday 6 March 2026</p><p>Start 19:15</p>',
      { date: { type: 'string', format: 'date' }, start: text },
      { date: '2026-03-06', start: '19:15' },
    ],
    [
      'badges beside each other',
      '<div><span>🕒 Prep 15 min</span><span>🔥 Bake 35 min</span><span>Difficulty: easy</span></div>',
      { difficulty: { type: 'string', enum: ['easy', 'hard'] }, bake_minutes: { type: 'integer' } },
      { difficulty: 'easy', bake_minutes: 35 },
    ],
    [
      'the heat of an oven in a numbered step',
      '<p>4. Coloque no forno a 210 °C por 25 minutos.</p>',
      { temperatura_forno: { type: 'integer' } },
      { temperatura_forno: 210 },
    ],
    [
      'a league table by what its columns add up to',
      '<table><tr><th>#</th><th>Ploeg</th><th>G</th><th>W</th><th>GL</th><th>V</th><th>Pnt</th></tr><tr><td>1</td><td>Oever</td><td>9</td><td>6</td><td>2</td><td>1</td><td>20</td></tr><tr><td>2</td><td>Dijk</td><td>9</td><td>5</td><td>0</td><td>4</td><td>15</td></tr></table>',
      {
        standings: list(
          object({ team: text, position: number, wins: number, draws: number, losses: number }),
        ),
      },
      {
        standings: [
          { team: 'Oever', position: 1, wins: 6, draws: 2, losses: 1 },
          { team: 'Dijk', position: 2, wins: 5, draws: 0, losses: 4 },
        ],
      },
    ],
    [
      'cents that stand raised',
      '<div class=tier><h3>Basic</h3><p><span>€</span>17<sup>95</sup></p></div><div class=tier><h3>Full</h3><p><span>€</span>29<sup>50</sup></p></div>',
      { plans: list(object({ name: text, price: number })) },
      {
        plans: [
          { name: 'Basic', price: 17.95 },
          { name: 'Full', price: 29.5 },
        ],
      },
    ],
    [
      'two things in one label',
      '<table><tr><td>Schlafzimmer / Badezimmer</td><td>3 / 1</td></tr></table>',
      { bedrooms: number, bathrooms: number },
      { bedrooms: 3, bathrooms: 1 },
    ],
    [
      'labelled lines of one block',
      '<h2>Tarifs</h2><p>Adulte : 7 €<br>Senior : 5 €</p>',
      { tarifs: list(object({ categorie: text, prix_eur: number })) },
      {
        tarifs: [
          { categorie: 'Adulte', prix_eur: 7 },
          { categorie: 'Senior', prix_eur: 5 },
        ],
      },
    ],
    [
      'the only range of money',
      '<ul><li>€ 3.100 - € 4.250 per maand</li><li>€ 900 bonus</li></ul>',
      { salary_min: number, salary_max: number },
      { salary_min: 3_100, salary_max: 4_250 },
    ],
    [
      'a list by its class',
      '<ul class=tags><li>Harbour</li><li>Tides</li></ul>',
      { tags: list(text) },
      { tags: ['Harbour', 'Tides'] },
    ],
    ['a rating before its votes', '<p>⭐ 4,7 (118 betyg)</p>', { rating: number }, { rating: 4.7 }],
    [
      'an enumeration in capitals',
      '<p><code>PATCH /v1/boats</code></p>',
      { method: { type: 'string', enum: ['GET', 'POST', 'PATCH'] } },
      { method: 'PATCH' },
    ],
    [
      'steps beneath their numbers',
      '<h2>Bereiding</h2><div><span>1</span><p>Was de prei.</p></div><div><span>2</span><p>Bak hem gaar.</p></div><p>Smakelijk eten allemaal!</p>',
      { steps: list(text) },
      { steps: ['Was de prei.', 'Bak hem gaar.'] },
    ],
    [
      'times with the half of the day',
      '<ul><li>Doors 6:30 PM</li><li>Anreise ab 15 Uhr, Abreise bis 10:15 Uhr</li></ul>',
      { doors_time: text, check_in: text },
      { doors_time: '6:30 PM', check_in: '15 Uhr' },
    ],
    [
      'what a thing weighs',
      '<p>Die Winde wiegt 3,2 kg.</p>',
      { weight_g: number },
      { weight_g: 3_200 },
    ],
  ]

for (const [what, body, properties, value] of cases)
  test(`a schema is filled from ${what}`, () =>
    assert.deepEqual({ ...(fillIn(body, properties) as object) }, value))

test('a phone number with a dash between spaces is read whole', () =>
  assert.deepEqual(
    { ...(fillIn('<p>Bel 010 – 555 87 21</p>', { phone: text }) as object) },
    {
      phone: '010 – 555 87 21',
    },
  ))

test('who a page is of is read from its title, its head and its foot', () => {
  const html = `<html><head><title>Trawler for sale | Marlin Boats</title></head><body><header>Marlin Boats</header><main><h1>Trawler for sale</h1><p>Built 1988</p></main><footer>Marlin Boats, 2 Quay Road, Ryde PO33 1AA, hello@marlin.example</footer></body></html>`
  const { value } = fill(
    object({ agency: text, email: text, postal_code: text }),
    makeMaterial(html).facts,
  )
  assert.deepEqual(
    { ...(value as object) },
    {
      agency: 'Marlin Boats',
      email: 'hello@marlin.example',
      postal_code: 'PO33 1AA',
    },
  )
})

test('the name of a place is that of its site, not of one of its pages', () => {
  const html =
    '<html><head><title>Skating times | Frost Hall</title></head><body><header>Frost Hall</header><main><h1>Skating times</h1><p>Ice Lane 4, 8005 Zürich</p></main></body></html>'
  const read = (properties: object) => fill(object(properties), makeMaterial(html).facts).value
  assert.deepEqual(read({ name: text, street: text }), { name: 'Frost Hall', street: 'Ice Lane 4' })
  // Control: a thing with a name of its own.
  assert.deepEqual(read({ name: text }), { name: 'Skating times' })
})
