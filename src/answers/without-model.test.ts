import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fill } from '#content/fill/fill.ts'
import { makeMaterial } from '#test/fixtures/material.ts'
import {
  answerWithoutModel,
  highlightsWithoutModel,
  jsonWithoutModel,
  summaryWithoutModel,
} from './without-model.ts'

const page = `<!doctype html><html lang="en"><head><title>Trail Lamp 300 | Lamps</title>
<meta name="description" content="A head lamp for long nights outdoors, with a battery that lasts for forty hours.">
<script type="application/ld+json">{"@type":"Product","name":"Trail Lamp 300","brand":{"@type":"Brand","name":"Lumo"},
"sku":"TL-300","offers":{"@type":"Offer","price":"49.90","priceCurrency":"EUR","availability":"https://schema.org/InStock"},
"review":[{"@type":"Review","author":{"name":"Ada"},"reviewBody":"Very bright."},{"@type":"Review","author":{"name":"Grace"},"reviewBody":"Light."}]}</script>
</head><body><main><h1>Trail Lamp 300</h1>
<p>The Trail Lamp 300 is a head lamp for runners. It weighs 82 grams. Its battery lasts for forty hours.</p>
<p>The company was founded in Oslo in 1998 by Kari Nord. It sells lamps in twelve countries.</p>
<table><tr><th>Plan</th><th>Price</th></tr><tr><td>Basic</td><td>€5.00</td></tr><tr><td>Pro</td><td>€12.50</td></tr></table>
<dl><dt>Weight</dt><dd>82 g</dd><dt>Waterproof</dt><dd>yes</dd></dl></main></body></html>`

const schema = {
  type: 'object',
  properties: {
    productName: { type: 'string' },
    brand: { type: 'string' },
    offers: {
      type: 'object',
      properties: { price: { type: 'number' }, currency: { type: 'string' } },
    },
    in_stock: { type: 'boolean' },
    weight: { type: 'string' },
    waterproof: { type: 'boolean' },
    plans: {
      type: 'array',
      items: {
        type: 'object',
        properties: { plan: { type: 'string' }, price: { type: 'number' } },
      },
    },
    warranty: { type: 'string' },
    voltage: { type: 'number' },
  },
  required: ['productName', 'warranty'],
}

const makeJson = (wanted: Readonly<Record<string, unknown>>) => {
  const material = makeMaterial(page)
  return jsonWithoutModel({ filled: fill(wanted, material.facts) }, material)
}

test('a price that is struck out is not the price, wherever both stand', () => {
  const places = [
    '<p>Price: <s>€ 1.490,00</s> <b>€ 1.249,00</b> incl. VAT</p>',
    '<p>Price: <span style="text-decoration: line-through">€ 1.490,00</span> € 1.249,00</p>',
    '<p>Price: <span class="price-old">€ 1.490,00</span> <span>€ 1.249,00</span></p>',
    '<table><tr><th>Price</th><td><del>€ 1.490,00</del> <ins>€ 1.249,00</ins></td></tr></table>',
    '<dl><dt>Price</dt><dd><strike>€ 1.490,00</strike> € 1.249,00</dd></dl>',
  ]
  const wanted = { properties: { price: { type: 'number' } } }
  const read = (place: string) => {
    const { facts } = makeMaterial(`<main><h1>Boat</h1><p>A boat for two.</p>${place}</main>`)
    return fill(wanted, facts).value
  }
  for (const place of places) assert.deepEqual(read(place), { price: 1_249 }, place)
  assert.deepEqual(read('<p>Price: <s>€ 1.490,00</s></p>'), { price: 1_490 })
})

test('references of a schema are followed, percent-encoded ones and those into lists too', () => {
  const referring = {
    $defs: { 'shown weight': { type: 'string' } },
    anyOf: [{ properties: { price: { type: 'number' } } }],
    properties: {
      weight: { $ref: '#/$defs/shown%20weight' },
      offers: { $ref: '#/anyOf/0' },
    },
  }
  const { json } = makeJson(referring)
  assert.deepEqual(json, { weight: '82 g', offers: { price: 49.9 }, price: 49.9 })
})

test('a schema is filled from declared data, labels and tables; what is required and not stated is null and named', () => {
  const { json, warning } = makeJson(schema)
  assert.deepEqual(json, {
    productName: 'Trail Lamp 300',
    brand: 'Lumo',
    offers: { price: 49.9, currency: 'EUR' },
    in_stock: true,
    weight: '82 g',
    waterproof: true,
    plans: [
      { plan: 'Basic', price: 5 },
      { plan: 'Pro', price: 12.5 },
    ],
    warranty: null,
  })
  assert.match(warning, /without a language model/)
  assert.match(warning, /does not state: warranty, voltage\./)
  assert.match(warning, /WEIR_LLM_PROVIDER/)
})

const many = (count: number, schema: object) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, schema]))

test('properties above what rules look for are named, and not said to be absent from the page', () => {
  const properties = { ...many(700, { type: 'string' }), weight: { type: 'string' } }
  const { json, warning } = makeJson({ type: 'object', properties, required: ['p0', 'weight'] })
  assert.deepEqual(json, { p0: null, weight: null })
  assert.match(warning, /does not state: p0, .* and 579 more\. /)
  assert.match(warning, /not looked for: p599, p600, .* and 82 more\./)
})

test('arrays above what rules look for are named', () => {
  const list = { type: 'array', items: { type: 'string' } }
  const { warning } = makeJson({ type: 'object', properties: many(22, list) })
  assert.match(warning, /not looked for: p20, p21\./)
})

test('a schema that refers to itself once has nothing that was not looked for', () => {
  const { warning } = makeJson({ type: 'object', properties: { child: { $ref: '#' } } })
  assert.doesNotMatch(warning, /not looked for/)
})

test('without a schema the facts that the prompt names are returned', () => {
  const { json } = jsonWithoutModel({ prompt: 'Find the price and the SKU.' }, makeMaterial(page))
  assert.deepEqual(json, { price: '49.90', sku: 'TL-300' })
})

test('a summary is the declared description', () => {
  const { text } = summaryWithoutModel(makeMaterial(page))
  assert.match(text ?? '', /^A head lamp for long nights/)
})

test('without a description a summary is made of sentences of the page', () => {
  const bare = page.replace(/<meta name="description"[^>]*>/, '')
  assert.match(
    summaryWithoutModel(makeMaterial(bare)).text ?? '',
    /The Trail Lamp 300 is a head lamp/,
  )
})

test('a summary of a page whose sentences share no word with its title is made of its first ones', () => {
  const { text } = summaryWithoutModel(
    makeMaterial(
      '<title>Home</title><main><p>We repair pianos and organs in the valley of the Aln.</p><p>Our workshop is open from Monday to Friday.</p></main>',
    ),
  )
  assert.match(text ?? '', /^We repair pianos .+ to Friday\.$/s)
})

test('that a page has no text is said of a page without text alone', () => {
  const labels = summaryWithoutModel(
    makeMaterial('<main><h1>Timetable</h1><ul><li>Oban 08:15</li><li>Mull 09:20</li></ul></main>'),
  )
  assert.equal(labels.text, undefined)
  assert.match(labels.warning, /no sentences/)
  const empty = summaryWithoutModel(makeMaterial('<title></title><main></main>'))
  assert.match(empty.warning, /no text/)
})

test('a question is answered with the passage that speaks to it', () => {
  const question = 'When was the company founded?'
  const { text, warning } = answerWithoutModel(question, makeMaterial(page, [question]))
  assert.match(text ?? '', /founded in Oslo in 1998/)
  assert.match(warning, /excerpt/)
})

test('a question that passages share no more with than the subject of the page has no answer', () => {
  for (const question of ['Zebra crossing regulations?', 'Who owns the Trail Lamp 300?']) {
    const { text, warning } = answerWithoutModel(question, makeMaterial(page, [question]))
    assert.equal(text, undefined, question)
    assert.match(warning, /no passage of the page speaks to the question/)
  }
})

test('what stands beneath a heading that speaks to the question is the answer', () => {
  const question = 'What are the opening hours?'
  const shop =
    '<main><h1>Corner shop</h1><h2>Opening hours</h2><ul><li>Monday 9 to 17</li></ul></main>'
  const { text } = answerWithoutModel(question, makeMaterial(shop, [question]))
  assert.equal(text, 'Monday 9 to 17')
})

test('highlights are literal passages', () => {
  const query = 'battery hours'
  const { text } = highlightsWithoutModel(query, makeMaterial(page, [query]))
  assert.equal(text, 'Its battery lasts for forty hours.')
})

test('a highlighted table row carries the header of its table', () => {
  const query = 'Pro plan price'
  const { text } = highlightsWithoutModel(query, makeMaterial(page, [query]))
  assert.match(text ?? '', /Plan \| Price\n(?:.*\n)?Pro \| €12\.50/)
})
