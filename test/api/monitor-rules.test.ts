import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { finishedCheck } from '#test/fixtures/finished-job.ts'
import { startPages } from '#test/fixtures/pages.ts'
import { startReceiver } from '#test/fixtures/webhook-receiver.ts'
import { startService } from '#test/service.ts'

const shop = { price: '45.00', stock: 'In stock', people: 12, note: 'Enamelled in Bohemia.' }
const shopPage = () => `<!doctype html><html lang="en"><title>Kettle</title><body><main>
  <h1>Blue enamel kettle</h1><div class="offer"><p>€ ${shop.price}</p><p>${shop.stock}</p></div>
  <p>${shop.people} people look at this now</p><p>${shop.note}</p></main></body></html>`
const api = { name: 'Kettle', updated: 1, offer: { price: 12 } }

const service = await startService()
const receiver = await startReceiver()
const site = await startPages({
  '/kettle': shopPage,
  '/api': () => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(api),
  }),
})
disposeAfterTests(service, receiver, site)

async function create(target: object, more: object = {}) {
  const targets = [{ type: 'scrape', urls: [`${site.url}/kettle`], ...target }]
  const body = { name: 'Kettle', schedule: { text: 'daily' }, targets, ...more }
  return service.ask('POST', '/v2/monitor', { body })
}

const check = async (id: string) => (await finishedCheck(service, id)).pages[0]

const summarise = ({ status, watched = [] }: { status: string; watched?: Result[] }) => [
  status,
  ...watched.map(({ found, isMet }) => [found, isMet]),
]
interface Result {
  readonly found: unknown
  readonly isMet: boolean
}

test('a part is watched by XPath, without ignored lines, and rules say what is met', async () => {
  const rules = [
    { type: 'price', when: 'below', value: 40 },
    { type: 'stock', when: 'out' },
  ]
  const { body } = await create(
    {
      scrapeOptions: { includeTags: ['//main'], excludeTags: ['h1'] },
      watch: { ignoreText: [String.raw`/\d+ people/`], rules },
    },
    { webhook: receiver.url },
  )
  const { id, targets } = body.data
  assert.deepEqual(targets[0].watch.rules, rules)
  assert.deepEqual(summarise(await check(id)), ['new', [45, false], [true, false]])
  shop.people = 31
  assert.deepEqual(summarise(await check(id)), ['same', [45, false], [true, false]])
  shop.note = 'Made by hand in Bohemia.'
  assert.deepEqual(summarise(await check(id)), ['changed', [45, false], [true, false]])
  shop.price = '39.50'
  const fallen = await check(id)
  assert.deepEqual(summarise(fallen), ['changed', [39.5, true], [true, false]])
  assert.deepEqual(fallen.watched[0].before, 45)
  shop.stock = 'Sold out'
  assert.deepEqual(summarise(await check(id)), ['changed', [39.5, false], [false, true]])
  const sent = () => JSON.stringify(receiver.messages)
  while (!sent().includes('"found":false,"before":true,"isMet":true')) await setTimeout(50)
})

test('a value that counts as noise is reported by its rule', async () => {
  const rules = [{ type: 'number', when: 'changesBy', value: 10, after: 'Bohemia.' }]
  const watch = { rules }
  const { body } = await create({ watch })
  shop.note = 'Bohemia. Updated 3 minutes ago'
  await check(body.data.id)
  shop.note = 'Bohemia. Updated 33 minutes ago'
  const page = await check(body.data.id)
  assert.equal(page.status, 'changed')
  assert.deepEqual(page.diff, { json: { 'number after "Bohemia."': { previous: 3, current: 33 } } })
})

test('a value of JSON is watched by its path', async () => {
  const scrapeOptions = { includeTags: ['$.offer.price'] }
  const { body } = await create({ urls: [`${site.url}/api`], scrapeOptions })
  await check(body.data.id)
  api.updated = 2
  assert.deepEqual(summarise(await check(body.data.id)), ['same'])
  api.offer.price = 11
  const page = await check(body.data.id)
  assert.match(page.diff.text, /^-12\n\+11$/m)
})

test('wrong patterns and rules are refused with the place', async () => {
  const { status, body } = await create({ watch: { ignoreText: ['/(/'] } })
  assert.equal(status, 400)
  assert.match(
    JSON.stringify(body.details),
    /Invalid pattern.*"path":\["targets",0,"watch","ignoreText",0\]|"path":\["targets",0,"watch","ignoreText",0\].*Invalid pattern/,
  )
})
