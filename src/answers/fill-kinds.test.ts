import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fill } from '#content/fill/fill.ts'
import { makeMaterial } from '#test/fixtures/material.ts'

interface Asked {
  readonly body: string
  readonly properties: object
  readonly title?: string
}

/** What the rules read for the members of a schema. */
function valuesIn({ body, properties, title = 'Mill' }: Asked): unknown {
  const page = `<!doctype html><html><head><title>${title}</title></head><body><main>${body}</main></body></html>`
  return fill({ type: 'object', properties }, makeMaterial(page).facts).value
}

const [string, number, integer, boolean] = ['string', 'number', 'integer', 'boolean'].map(
  (type) => ({ type }),
) as [object, object, object, object]
const list = (items: object) => ({ type: 'array', items })
const rows = (properties: object) => list({ type: 'object', properties })

for (const { what, value, ...asked } of [
  {
    what: 'a request and what it needs',
    body: '<h1>Rename a boat</h1><pre>PATCH https://api.quay.example/v4/boats/{id}?dry=1</pre><p>Unlike POST /v3/rename it keeps the crew. The key needs <code>boats:write</code>. Answers 202 Accepted.</p><p>You can send 15 calls an hour for each key.</p>',
    properties: {
      endpoint_name: string,
      http_method: string,
      path: string,
      base_url: string,
      required_scope: string,
      success_status: integer,
      rate_limit_per_hour: integer,
      rate_limit_per_minute: integer,
    },
    value: {
      endpoint_name: 'Rename a boat',
      http_method: 'PATCH',
      path: '/v4/boats/{id}',
      base_url: 'https://api.quay.example',
      required_scope: 'boats:write',
      success_status: 202,
      rate_limit_per_hour: 15,
    },
  },
  {
    what: 'no request where a page names two',
    body: '<h1>Boats</h1><pre>GET /boats</pre><pre>PUT /boats/{id}</pre>',
    properties: { http_method: string, path: string },
    value: {},
  },
  {
    what: 'parameters with their types and duties, code within a sentence',
    body: '<h1>Rename</h1><h2>Query parameters</h2><dl><dt><code>tone</code> <span>integer[]</span> <span>optional</span></dt><dd>Loudness of the horn, no more than <code>max_tone</code>.</dd></dl>',
    properties: {
      query_parameters: rows({
        name: string,
        type: string,
        required: boolean,
        description: string,
      }),
    },
    value: {
      query_parameters: [
        {
          name: 'tone',
          type: 'integer[]',
          required: false,
          description: 'Loudness of the horn, no more than max_tone.',
        },
      ],
    },
  },
  {
    what: 'references to papers',
    body: '<h1>Papers</h1><h2>Publications</h2><ol><li>Okafor, B. &amp; Lind, T. (2019). Tides of a mill pond. <em>River Notes</em>, 12(3), 40–58. doi:10.5555/rn.2019.12</li><li>Okafor, B. (2016). Wheels. <em>Old Works</em>, 3, 1–9.</li></ol>',
    properties: {
      publications: rows({ title: string, journal: string, year: integer, doi: string }),
    },
    value: {
      publications: [
        {
          title: 'Tides of a mill pond',
          journal: 'River Notes',
          year: 2019,
          doi: '10.5555/rn.2019.12',
        },
        { title: 'Wheels', journal: 'Old Works', year: 2016 },
      ],
    },
  },
  {
    what: 'years behind names, and the column that is left',
    body: '<h1>Mill</h1><h2>Awards</h2><ul><li>Silver Sluice (2011)</li><li>Wheel of the North (2020)</li></ul><h2>Classes</h2><table><tr><th>Code</th><th>Unit</th><th>Credits</th></tr><tr><td>M1</td><td>Stones</td><td>5</td></tr><tr><td>M2</td><td>Weirs</td><td>10</td></tr></table>',
    properties: {
      awards: rows({ name: string, year: integer }),
      courses: rows({ code: string, title: string, credits: integer }),
    },
    value: {
      awards: [
        { name: 'Silver Sluice', year: 2011 },
        { name: 'Wheel of the North', year: 2020 },
      ],
      courses: [
        { code: 'M1', title: 'Stones', credits: 5 },
        { code: 'M2', title: 'Weirs', credits: 10 },
      ],
    },
  },
  {
    what: 'a list without labels',
    body: '<h1>Skiff</h1><ul><li>Brass rowlocks</li><li>Cedar hull with oak keel</li><li>Two oars, one spare</li></ul><p>The hull is repaired here. Bring your own oars.</p>',
    properties: { rowlocks: string, hull_material: string, oars: string },
    value: { rowlocks: 'Brass rowlocks', hull_material: 'Cedar hull with oak keel' },
  },
  {
    what: 'licences and versions',
    body: '<h1>Sluice 3.2.1</h1><p>Published under the Apache-2.0 licence. Added in 2025-11.</p>',
    properties: { version: string, license: string },
    value: { version: '3.2.1', license: 'Apache-2.0' },
  },
  {
    what: 'headings in the second person, ranges and bounds in Spanish',
    body: '<h1>Molinero</h1><h2>Qué pedimos</h2><ul><li>Carné B</li><li>Buen oído</li></ul><h2>Qué harás</h2><ul><li>Moler</li><li>Limpiar</li></ul><p>Entre 21.000 y 23.500 euros al año en 12 pagas. El puesto es presencial; no se puede teletrabajar. Indica la referencia MO-77/1.</p>',
    properties: {
      requisitos: list(string),
      tareas: list(string),
      salario_minimo: number,
      salario_maximo: number,
      numero_pagas: integer,
      teletrabajo: boolean,
      referencia: string,
    },
    value: {
      requisitos: ['Carné B', 'Buen oído'],
      tareas: ['Moler', 'Limpiar'],
      salario_minimo: 21_000,
      salario_maximo: 23_500,
      numero_pagas: 12,
      teletrabajo: false,
      referencia: 'MO-77/1',
    },
  },
  {
    what: 'no publisher where the page names another one than its site',
    title: 'Lesung | Bücherei Orla',
    body: '<h1>Lesung</h1><p>Der Roman erscheint im Verlag Tann &amp; Co.</p>',
    properties: { verlag: string, company: string },
    value: {},
  },
  {
    what: 'neither the dogs that help, nor the day of a notice, nor the house for its café',
    title: 'Plan your visit – Weir House',
    body: '<h1>Plan your visit</h1><p>Published on 2 May 2026</p><p>Guide dogs are welcome. The Quern café is by the door.</p>',
    properties: { name: string, cafe_name: string, dogs_allowed: boolean, start_date: string },
    value: { name: 'Weir House' },
  },
  {
    what: 'who a page is of where its text says so, too',
    title: 'Fitter | Sluice Works',
    body: '<h1>Fitter</h1><p>At Sluice Works we mend wheels.</p>',
    properties: { company: string },
    value: { company: 'Sluice Works' },
  },
  {
    what: 'no hours for an office, no measure behind a class, options as they are written',
    body: '<h1>Mill</h1><p>Office hours: Mondays 2–4 pm.</p><p>Class: B (96 kWh/m²)</p><h2>Fixes</h2><ul><li>--quiet prints nothing</li><li>- Less noise</li></ul>',
    properties: { office: string, class: string, fixes: list(string) },
    value: { class: 'B', fixes: ['--quiet prints nothing', 'Less noise'] },
  },
  {
    what: 'several prices of a sentence in Japanese',
    body: '<h1>水車小屋</h1><p>入場料は大人700円、小学生350円です。個室は40分1,900円。タオルの貸し出しは180円。</p>',
    properties: { adult_fee: integer, child_fee: integer, private_room_price: integer },
    value: { adult_fee: 700, child_fee: 350, private_room_price: 1900 },
  },
  {
    what: 'authors beneath a title, DOIs and codes of answers',
    body: '<h1>Mill races of the north</h1><p>Berit Okafor<sup>1</sup>, Tomas Lind<sup>2</sup> and Jo Ardley<sup>1</sup></p><p>https://doi.org/10.5555/mr.77.x</p><h2>Errors</h2><ul><li><code>404</code> – no such mill</li><li><code>410</code> – the mill is gone</li></ul>',
    properties: {
      authors: list(string),
      doi: string,
      errors: rows({ status: integer, message: string }),
    },
    value: {
      authors: ['Berit Okafor', 'Tomas Lind', 'Jo Ardley'],
      doi: '10.5555/mr.77.x',
      errors: [
        { status: 404, message: 'no such mill' },
        { status: 410, message: 'the mill is gone' },
      ],
    },
  },
  {
    what: 'years, months, compound units and addresses in sentences',
    body: '<h1>Wagen</h1><p>Eine Stiftung nach Gesetz 1908, gegründet im Jahr 1977.</p><table><tr><td>Erstzulassung</td><td>08/2017</td></tr><tr><td>Hubraum</td><td>1.395 cm³</td></tr></table><p>Verbrauch 5,2 l auf 100 km. Er ist geprüft und unfallfrei.</p><p>You find us at 14 Weir Row, Ely CB7 4ZZ.</p>',
    properties: {
      erstzulassung: string,
      hubraum_cm3: integer,
      verbrauch_l_100km: number,
      unfallfrei: boolean,
      street: string,
      city: string,
    },
    value: {
      erstzulassung: '08/2017',
      hubraum_cm3: 1395,
      verbrauch_l_100km: 5.2,
      unfallfrei: true,
      street: '14 Weir Row',
      city: 'Ely',
    },
  },
  {
    what: 'what is left, what people without stairs can do, what a label has beside its amount',
    body: '<h1>Saal</h1><p>Only 4 left. Der Saal ist mit dem Aufzug stufenlos erreichbar. Tiene 17 g de proteína.</p><table><tr><td>Eintritt</td><td>8 Euro, ermäßigt 5 Euro</td></tr></table>',
    properties: {
      stock_left: integer,
      barrierefrei: boolean,
      protein_g: number,
      preis: number,
    },
    value: { stock_left: 4, barrierefrei: true, protein_g: 17, preis: 8 },
  },
  {
    what: 'what Japanese pages say of a thing',
    body: '<h1>水筒</h1><h2>営業時間</h2><p>9時30分～17時。</p><p>駐車場：25台</p><p>重さ310gの水筒です。防水ではありません。</p><table><tr><th>色</th><td>赤、青</td></tr></table>',
    properties: {
      weight_g: integer,
      waterproof: boolean,
      colors: list(string),
      opening_hours: string,
      parking_spaces: integer,
    },
    value: {
      weight_g: 310,
      waterproof: false,
      colors: ['赤', '青'],
      opening_hours: '9時30分～17時',
      parking_spaces: 25,
    },
  },
  {
    what: 'no text for a dash, no amount of another thing',
    body: '<h1>Flags</h1><table><tr><th>Name</th><th>Type</th><th>Default</th></tr><tr><td>loud</td><td>string</td><td>–</td></tr><tr><td>tone</td><td>string</td><td>low</td></tr></table><p>The fee is 15 € per person and 22 € for a pair.</p>',
    properties: { flags: rows({ name: string, type: string, default: string }), pair_fee: number },
    value: {
      flags: [
        { name: 'loud', type: 'string' },
        { name: 'tone', type: 'string', default: 'low' },
      ],
      pair_fee: 22,
    },
  },
] as readonly (Asked & { readonly what: string; readonly value: unknown })[]) {
  test(`rules read without a model: ${what}`, () => {
    assert.deepEqual(valuesIn(asked), value)
  })
}
