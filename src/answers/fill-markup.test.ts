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

for (const [what, body, properties, value] of [
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
    'no price of what is alike',
    '<h1>Flat</h1><p>900 €/month</p><h2>Pisos similares</h2><p>A flat · 700 €/month</p>',
    { price_per_month_eur: number },
    { price_per_month_eur: 900 },
  ],
] as readonly (readonly [string, string, object, unknown])[]) {
  test(`rules read without a model: ${what}`, () => {
    const page = `<!doctype html><html><head><title>Mill</title></head><body><main>${body}</main></body></html>`
    assert.deepEqual(fill({ type: 'object', properties }, makeMaterial(page).facts).value, value)
  })
}
