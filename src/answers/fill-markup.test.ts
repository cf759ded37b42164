import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fill } from '#content/fill/fill.ts'
import { makeMaterial } from '#test/fixtures/material.ts'

const [string, number, integer, boolean] = ['string', 'number', 'integer', 'boolean'].map(
  (type) => ({ type }),
) as [object, object, object, object]

const table = (rows: string) => `<table>${rows}</table>`
const row = (...cells: readonly string[]) =>
  `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`

for (const [what, body, properties, value, title = 'Mill'] of [
  [
    'units in a column of their own',
    table(
      row('Mast height', '9.4', 'm') +
        row('Draught', '120', 'cm') +
        row('Energy', '310', 'kcal') +
        row('Cleats', '8', 'pcs'),
    ),
    { mast_height_cm: number, draught_m: number, calories: number, cleats: integer },
    { mast_height_cm: 940, draught_m: 1.2, calories: 310, cleats: 8 },
  ],
  [
    'no unit where the third cell is a word',
    table(row('Ada', '12', 'Oslo') + row('Eve', '14', 'Bergen')),
    { distance_km: number },
    {},
  ],
  [
    'units in brackets behind a label',
    '<dl><dt>Länge (m)</dt><dd>2,35</dd><dt>Gewicht [kg]</dt><dd>14</dd></dl>',
    { length_cm: number, weight_g: number },
    { length_cm: 235, weight_g: 14_000 },
  ],
  [
    'sides by their letters before the sizes',
    '<p>Maße: B 64 × H 180 × T 41,5 cm</p>',
    { width_cm: number, height_cm: number, depth_mm: number },
    { width_cm: 64, height_cm: 180, depth_mm: 415 },
  ],
  [
    'sides by letters behind the sizes, or in the label',
    '<table><tr><th>Size (L x W x H)</th><td>210 x 90 x 75 mm</td></tr></table>',
    { length_cm: number, width_cm: number, height_cm: number },
    { length_cm: 21, width_cm: 9, height_cm: 7.5 },
  ],
  [
    'sides of a Japanese thing',
    '<p>サイズ：幅45×奥行50×高さ81cm</p>',
    { width_cm: number, depth_cm: number, height_mm: number },
    { width_cm: 45, depth_cm: 50, height_mm: 810 },
  ],
  [
    'no side of two things',
    '<p>Small: W 20 x D 10 cm</p><p>Large: W 40 x D 20 cm</p>',
    { width_cm: number },
    {},
  ],
  [
    'sentences that are labels with their values',
    '<p>Pets: no. Smokers: no. Terrace: yes.</p>',
    { pets_allowed: boolean, smoking_allowed: boolean, terrace: boolean },
    { pets_allowed: false, smoking_allowed: false, terrace: true },
  ],
  [
    'words for none beside labels',
    '<dl><dt>Ascenseur</dt><dd>aucun</dd><dt>Klimaanlage</dt><dd>nicht vorhanden</dd><dt>Breakfast</dt><dd>not included</dd><dt>Lavoro da remoto</dt><dd>non previsto</dd><dt>Balcony</dt><dd>available</dd></dl>',
    {
      elevator: boolean,
      air_conditioning: boolean,
      breakfast_included: boolean,
      remote: boolean,
      balcony: boolean,
    },
    {
      elevator: false,
      air_conditioning: false,
      breakfast_included: false,
      remote: false,
      balcony: true,
    },
  ],
  [
    'what stands within a layout that is named after its sidebar',
    '<div class="layout has-sidebar"><main><h1>Tern 9</h1><p>Weight: 4 kg</p></main><div class="sidebar">Weight: 9 kg</div></div>',
    { weight_kg: number },
    { weight_kg: 4 },
  ],
  [
    'no boolean of a word that says neither',
    '<dl><dt>Elevator</dt><dd>no information</dd></dl>',
    { elevator: boolean },
    {},
  ],
  [
    'days on which a place is closed',
    '<p>Sunday: closed</p><p>W soboty nieczynne.</p>',
    { open_on_sunday: boolean, open_on_saturday: boolean },
    { open_on_sunday: false, open_on_saturday: false },
  ],
  [
    'hours with inflected days',
    '<p>Biuro czynne w środy i piątki w godz. 8–14.</p>',
    { office_hours: string },
    { office_hours: 'środy i piątki w godz. 8–14' },
  ],
  [
    'the category by the path of links, without the page itself',
    '<div>Home › Boats › Dinghies › Tern 9</div><h1>Tern 9</h1>',
    { category: string },
    { category: 'Dinghies' },
  ],
  [
    'the category by a list of links whose class says so',
    '<ol class="breadcrumb"><li><a href="/">Start</a></li><li><a href="/b">Boote</a></li><li><a href="/b/j">Jollen</a></li></ol><h1>Seeschwalbe</h1>',
    { category: string },
    { category: 'Jollen' },
  ],
  [
    'no category in a title with a stroke',
    '<h1>Tern / Gull / Auk</h1><p>Birds / boats</p>',
    { category: string },
    {},
  ],
  [
    'the first paragraph as the description',
    '<h1>Tern 9</h1><p>By Ada</p><p>A light dinghy for two that a child can rig in ten minutes.</p><p>It floats.</p>',
    { description: string },
    { description: 'A light dinghy for two that a child can rig in ten minutes.' },
  ],
  [
    'steps with their numbers in elements',
    '<h2>Instructions</h2><p><b>1</b> Mix the flour.</p><p><b>2</b> Bake it.</p>',
    { instructions: { type: 'array', items: string } },
    { instructions: ['Mix the flour.', 'Bake it.'] },
  ],
  [
    'the register that is asked for',
    '<p>KRS 0000123450</p><p>REGON 987654320</p>',
    { regon: string, krs: string },
    { regon: '987654320', krs: '0000123450' },
  ],
  ['points of ten', '<p>Ada – 10/10 – 4 mai 2026</p>', { rating: number }, { rating: 10 }],
  [
    'a price without a sign of its currency',
    '<h1>Tern 9</h1><p>2.490,–</p>',
    { price_eur: number },
    { price_eur: 2490 },
  ],
  [
    'a thing and its house, each by its name',
    '<h1>The Lamp Room</h1><p>A room.</p>',
    { room_name: string, hotel_name: string },
    { room_name: 'The Lamp Room', hotel_name: 'Mill' },
    'The Lamp Room - Mill, Hullport',
  ],
  [
    'both ends of hours beside a label, without those in brackets',
    '<h1>Fair</h1><table><tr><th>時間</th><td>10:00～15:30（受付9:30から）</td></tr></table>',
    { start_time: string, end_time: string },
    { start_time: '10:00', end_time: '15:30' },
  ],
  [
    'no end of hours where there is one time',
    '<h1>Fair</h1><p>Time: 18:00</p>',
    { end_time: string },
    {},
  ],
  [
    'days of a range with their weekdays',
    '<p><strong>Quand</strong> samedi 3 et dimanche 4 octobre 2026</p>',
    { start_date: string, end_date: string },
    { start_date: '2026-10-03', end_date: '2026-10-04' },
  ],
  [
    'days of a Japanese range',
    '<table><tr><th>日時</th><td>2026年5月30日（土）～6月1日（月）</td></tr></table>',
    { start_date: string, end_date: string },
    { start_date: '2026-05-30', end_date: '2026-06-01' },
  ],
  [
    'an address behind its label in bold',
    '<ul><li><strong>Où</strong> 9 rue du Lac, 74000 Annecy</li></ul>',
    { street: string, city: string },
    { street: '9 rue du Lac', city: 'Annecy' },
  ],
  [
    'a British address with its code in a line of its own',
    '<p>Mill<br>8 Lake Street<br>Hullport<br>HP2 6RD</p>',
    { street: string, city: string, postcode: string },
    { street: '8 Lake Street', city: 'Hullport', postcode: 'HP2 6RD' },
  ],
  [
    'a ban of what may be allowed',
    '<p>No smoking anywhere.</p><p>Hunde verboten!</p><p>Ada lives here.</p>',
    { smoking_allowed: boolean, dogs_allowed: boolean },
    { smoking_allowed: false, dogs_allowed: false },
  ],
  [
    'a couple by their names',
    '<p>Hosts: Ada and Ben Lovelace.</p>',
    { hosts: string },
    { hosts: 'Ada and Ben Lovelace' },
  ],
  [
    'sizes and whether there are any',
    '<p>Sizes: S, M, L (XL sold out)</p><p>In stock</p>',
    { sizes: { type: 'array', items: string }, in_stock: boolean },
    { sizes: ['S', 'M', 'L'], in_stock: true },
  ],
  [
    'a word and its value in a line',
    '<h1>Room</h1><p>View harbour<br>Giro 5551-0142<br>Lockers few</p>',
    { view: string, giro: string },
    { view: 'harbour', giro: '5551-0142' },
  ],
  [
    'a number before one in brackets',
    '<table><tr><th>駐車場</th><td>80台（1日500円）</td></tr></table>',
    { parking_spaces: integer },
    { parking_spaces: 80 },
  ],
  [
    'where a thing is from, and days to send it back',
    '<dl><dt>Herkunftsland</dt><dd>Peru</dd></dl><p>21 Tage Rückgaberecht.</p>',
    { country_of_origin: string, return_days: integer },
    { country_of_origin: 'Peru', return_days: 21 },
  ],
  [
    'machines and sets by words for none',
    '<ul><li>Lavadora: ninguna</li><li>Fernseher: nein</li><li>Batteria: assente</li></ul>',
    { washing_machine: boolean, tv: boolean, battery: boolean },
    { washing_machine: false, tv: false, battery: false },
  ],
  [
    'a month as a start, not the day until which to apply',
    '<h1>Joiner</h1><p>Closing date: 4 May 2026</p><p>Ada leads. Start: June 2026.</p>',
    { start_date: string },
    { start_date: 'June 2026' },
  ],
  [
    'no description of whether a thing can be bought',
    '<h1>Tern 9</h1><p>In stock, sent within a day. Shipping is free from here on.</p><p>A light dinghy for two that a child can rig alone.</p>',
    { description: string },
    { description: 'A light dinghy for two that a child can rig alone.' },
  ],
  [
    'a street with a comma before its number',
    '<p>Calle del Lago, 9, 30430 Cehegín.</p>',
    { street: string, postal_code: string },
    { street: 'Calle del Lago, 9', postal_code: '30430' },
  ],
  [
    'what speaks for a thing and against it',
    '<h1>Tern 9</h1><h2>Vorteile</h2><ul><li>Leicht</li><li>Schnell</li></ul><h2>Nachteile</h2><ul><li>Nass</li><li>Laut</li></ul>',
    { pros: { type: 'array', items: string }, cons: { type: 'array', items: string } },
    { pros: ['Leicht', 'Schnell'], cons: ['Nass', 'Laut'] },
  ],
  [
    'no price of what is alike',
    '<h1>Flat</h1><p>900 €/month</p><h2>Pisos similares</h2><p>A flat · 700 €/month</p>',
    { price_per_month_eur: number },
    { price_per_month_eur: 900 },
  ],
] as readonly (readonly [string, string, object, unknown, string?])[]) {
  test(`rules read without a model: ${what}`, () => {
    const page = `<!doctype html><html><head><title>${title}</title></head><body><main>${body}</main></body></html>`
    assert.deepEqual(fill({ type: 'object', properties }, makeMaterial(page).facts).value, value)
  })
}
