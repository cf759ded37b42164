import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { eventually } from '#test/fixtures/search/eventually.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { firstKey, startService } from '#test/service.ts'

const service = await startService({ env: { WEIR_SEARCH: 'local' } })
const site = await startPages({
  '/lynx': article('The lynx', 'A lynx hunts at dusk.'),
  '/lynx-two': article('More about the lynx', 'A lynx has tufts on its ears.'),
  '/lynx-gone': article('The lynx that left', 'This lynx page will be gone.'),
})
disposeAfterTests(service, site)

const search = (options: object, key = firstKey) =>
  service.ask('POST', '/v2/search', { body: { query: 'lynx', ...options }, key })

for (const path of ['/lynx', '/lynx-two', '/lynx-gone']) {
  await service.ask('POST', '/v2/scrape', { body: { url: site.url + path } })
}
await eventually(
  async () => (await search({})).body.data?.web?.length,
  (count) => count === 3,
)

const read = (id: string) => service.ask('GET', `/v2/scrape/${id}`)
const balance = async () =>
  (await service.ask('GET', '/v2/team/credit-usage')).body.data.remainingCredits as number

test('results that are scraped have the members of documents and cost what scrapes cost', async () => {
  const before = await balance()
  const { status, body } = await search({ scrapeOptions: { formats: ['markdown', 'links'] } })
  assert.equal(status, 200)
  for (const item of body.data.web) {
    assert.match(item.markdown, /lynx/i)
    assert.ok(Array.isArray(item.links))
    assert.equal(item.metadata.statusCode, 200)
    assert.equal(typeof item.position, 'number')
  }
  assert.equal(body.creditsUsed, 2 + 3)
  assert.equal(before - (await balance()), 5)
  const kept = await read(body.data.web[0].metadata.scrapeId)
  assert.equal(kept.body.data.markdown, body.data.web[0].markdown)
})

async function readText(options: object): Promise<string> {
  const { body } = await search({ query: 'tufts ears', ...options })
  return body.data.web[0].description
}

test('the text of a result is a passage for the query, unless highlights are off', async () => {
  assert.match(await readText({}), /tufts on its ears/)
  const plain = await readText({ highlights: false })
  assert.match(plain, /^A lynx has tufts/)
})

test('options without formats scrape nothing', async () => {
  const { body } = await search({ scrapeOptions: { onlyMainContent: true } })
  assert.equal(body.data.web[0].markdown, undefined)
  assert.equal(body.creditsUsed, 2)
})

test('a result that cannot be scraped stays, with the reason', async () => {
  await using other = await startPages({ '/ocelot': article('The ocelot', 'Ocelots climb.') })
  await service.ask('POST', '/v2/scrape', { body: { url: `${other.url}/ocelot` } })
  const wanted = { query: 'ocelot', scrapeOptions: { formats: ['markdown'], maxAge: 0 } }
  await eventually(
    async () => (await search({ query: 'ocelot' })).body.data.web.length,
    (count) => count === 1,
  )
  await other[Symbol.asyncDispose]()
  const { status, body } = await search(wanted)
  assert.equal(status, 200)
  const [item] = body.data.web
  assert.equal(item.title, 'The ocelot')
  assert.equal(item.metadata.statusCode, 500)
  assert.equal(typeof item.metadata.error, 'string')
  assert.equal(item.markdown, undefined)
})

test('results can be scraped in the background and read by their ids', async () => {
  const before = await balance()
  const { body } = await search({
    asyncScraping: true,
    scrapeOptions: { formats: ['markdown'] },
  })
  assert.equal(body.creditsUsed, 2)
  assert.equal(body.scrapeIds.web.length, 3)
  assert.equal(body.data.web[0].markdown, undefined)
  for (const [index, id] of body.scrapeIds.web.entries()) {
    const { body: reply } = await eventually(
      () => read(id),
      ({ status }) => status === 200,
    )
    assert.equal(reply.data.metadata.sourceURL, body.data.web[index].url)
  }
  const spent = await eventually(
    async () => before - (await balance()),
    (amount) => amount === 5,
  )
  assert.equal(spent, 5)
})

test('documents of scraped results need the permission of the key', async () => {
  const { key } = await addTeam(service.database, { allowedFormats: ['html'] })
  const { status, body } = await search({ scrapeOptions: { formats: ['markdown'] } }, key)
  assert.equal(status, 403)
  assert.match(body.error, /restricted to the following formats/)
})

test('under zero data retention nothing is stored', async () => {
  const { key, teamId } = await addTeam(service.database, { zeroDataRetention: 'forced' })
  const refused = await search(
    { asyncScraping: true, scrapeOptions: { formats: ['markdown'] } },
    key,
  )
  assert.equal(refused.status, 400)
  await search({}, key)
  const rows = await service.database.query('select from searches where team_id = $1', [teamId])
  assert.equal(rows.length, 0)
})
