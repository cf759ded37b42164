import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { say, startModelService } from '#test/fixtures/model-service.ts'
import type { Script } from '#test/scripted-model.ts'
import { eventually } from '#test/fixtures/search/eventually.ts'
import { startPages } from '#test/fixtures/pages.ts'
import { startService } from '#test/service.ts'

let script: Script = say({})
let layout = 'one'

const product = (name: string, price: string) => () =>
  layout === 'one'
    ? `<html><body><main><h1 class="name">${name}</h1><p class="price" data-cents="x">${price}</p>
       <ul class="parts"><li><a href="/p/1">Wheel</a> <b>4 pieces</b></li><li><a href="/p/2">Axle</a> <b>2 pieces</b></li></ul>
       <p class="tags"><i>old</i> <i>wood</i></p></main></body></html>`
    : `<html><body><main><div id="title">${name}</div><div id="cost">${price}</div></main></body></html>`

const started = await startModelService((request, index) => script(request, index), {
  '/mill': product('Weir Mill', '€ 1,234.50'),
  '/lock': product('Weir Lock', '€ 99.00'),
  '/gate': product('Weir Gate', '€ 7.00'),
})
disposeAfterTests(started)

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    price: { type: 'number' },
    parts: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          title: { type: 'string' },
          url: { type: 'string' },
          count: { type: 'integer' },
        },
      },
    },
    tags: { type: 'array', items: { type: 'string' } },
  },
  required: ['name'],
}
const format = { type: 'deterministicJson', schema }
const text = (path: string, selector: string) => ({ path, selector, attribute: null })
const recipe = {
  fields: [text('name', 'h1.name'), text('price', 'p.price')],
  lists: [
    {
      path: 'parts',
      selector: 'ul.parts > li',
      fields: [
        text('title', 'a'),
        { path: 'url', selector: 'a', attribute: 'href' },
        text('count', 'b'),
      ],
    },
    { path: 'tags', selector: '.tags i', fields: [text('', '')] },
  ],
}

test('a recipe is made once for a site and a schema, and then used without the model', async () => {
  script = say(recipe)
  const first = await started.scrape('/mill', [format])
  assert.equal(first.status, 200, JSON.stringify(first))
  assert.deepEqual(first.data.json, {
    name: 'Weir Mill',
    price: 1234.5,
    parts: [
      { title: 'Wheel', url: `${started.site.url}/p/1`, count: 4 },
      { title: 'Axle', url: `${started.site.url}/p/2`, count: 2 },
    ],
    tags: ['old', 'wood'],
  })
  assert.deepEqual([first.data.metadata.creditsUsed, first.calls.length], [10, 1])
  // The model sees the elements of the page as data.
  assert.match(JSON.stringify(first.calls[0]), /class=\\+"price\\+"/)

  const second = await started.scrape('/lock', [format])
  assert.deepEqual([second.data.json.name, second.data.json.price], ['Weir Lock', 99])
  assert.deepEqual([second.data.metadata.creditsUsed, second.calls.length], [3, 0])
})

test('when a site has another layout, the recipe is made again', async () => {
  layout = 'two'
  script = say({ fields: [text('name', '#title'), text('price', '#cost')], lists: [] })
  const changed = await started.scrape('/gate', [format])
  assert.deepEqual(changed.data.json, { name: 'Weir Gate', price: 7 })
  assert.deepEqual([changed.data.metadata.creditsUsed, changed.calls.length], [10, 1])
  const again = await started.scrape('/gate', [format], { maxAge: 0 })
  assert.deepEqual([again.data.metadata.creditsUsed, again.calls.length], [3, 0])
  layout = 'one'
})

test('a recipe that finds nothing is asked for once more, and then the model extracts the data', async () => {
  const other = { ...format, schema: { ...schema, title: 'another' } }
  script = ({ body }) =>
    JSON.stringify(body).includes('You write a recipe')
      ? {
          text: JSON.stringify({
            fields: [text('name', '.no-such'), text('price', '::bad(')],
            lists: [],
          }),
        }
      : { text: JSON.stringify({ name: 'Weir Mill', price: 1234.5, parts: [], tags: [] }) }
  const { data, calls } = await started.scrape('/mill', [other], { maxAge: 0 })
  assert.equal(data.json.name, 'Weir Mill')
  assert.equal(data.metadata.creditsUsed, 5)
  assert.equal(calls.length, 3)
  assert.match(JSON.stringify(calls[1]), /found nothing for: name, price/)
})

const titled = (title: string) => ({ ...format, schema: { ...schema, title } })

test('where the model gives no recipe or does not answer, the data are made as those of json are', async () => {
  for (const text of ['I cannot do that.', '', '{"fields": "none"}']) {
    script = () => ({ text })
    const { status, data, calls } = await started.scrape('/mill', [titled(`no recipe ${text}`)])
    assert.equal(status, 200, text)
    assert.equal(data.json.name, 'Weir Mill')
    assert.equal(data.metadata.creditsUsed, 1)
    assert.match(data.warning, /found no selectors.*filled by rules/)
    assert.ok(calls.length <= 4, `${calls.length}`)
  }
  script = () => ({ status: 500 })
  const { status, data } = await started.scrape('/mill', [titled('broken')])
  assert.equal(status, 200)
  assert.equal(data.json.name, 'Weir Mill')
  assert.equal(data.metadata.creditsUsed, 1)
})

test('a recipe that a monitor makes is stored, and used by its next checks and by scrapes', async () => {
  const other = { ...format, schema: { ...schema, title: 'watched' } }
  script = say(recipe)
  const { body } = await started.service.ask('POST', '/v2/monitor', {
    body: {
      name: 'Locks',
      schedule: { text: 'daily' },
      targets: [
        {
          type: 'scrape',
          urls: [`${started.site.url}/lock`],
          scrapeOptions: { formats: ['markdown', other] },
        },
      ],
    },
  })
  const path = `/v2/monitor/${body.data.id}`
  const run = await started.service.ask('POST', `${path}/run`)
  await eventually(
    () => started.service.ask('GET', `${path}/checks/${run.body.id}`),
    ({ body: check }) => check.data.status === 'completed',
  )

  const { data, calls } = await started.scrape('/mill', [other])

  assert.deepEqual([data.json.name, data.metadata.creditsUsed, calls.length], ['Weir Mill', 3, 0])
})

test('under redaction and without a model the data are made as those of json are', async () => {
  script = say({ name: 'Weir Mill' })
  const redacted = await started.scrape('/mill', [format], { redactPII: { mode: 'fast' } })
  assert.equal(redacted.data.json.name, 'Weir Mill')
  await using bare = await startService()
  await using site = await startPages({ '/': product('Weir Mill', '€ 3.00')() })
  const { body } = await bare.ask('POST', '/v2/scrape', {
    body: { url: site.url, formats: [format] },
  })
  assert.equal(body.data.metadata.creditsUsed, 1)
  assert.match(body.data.warning, /language model/)
})
