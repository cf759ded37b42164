import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Firecrawl } from 'firecrawl'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { modelPage, say, startModelService } from '#test/fixtures/model-service.ts'
import { startPages } from '#test/fixtures/pages.ts'
import { eventually } from '#test/fixtures/search/eventually.ts'
import { startReceiver } from '#test/fixtures/webhook-receiver.ts'
import { firstKey, startService } from '#test/service.ts'

const product = (name: string, price: string) =>
  `<html lang="en"><head><title>${name}</title>
  <script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"${name}","offers":{"@type":"Offer","price":"${price}","priceCurrency":"EUR"}}</script>
  </head><body><main><h1>${name}</h1><p>Price: ${price} EUR. A product of the shop that is described in a whole sentence.</p>
  <a href="/shop/b">more</a></main></body></html>`

const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' } },
  required: ['name'],
}

const service = await startService()
const site = await startPages({
  '/shop/': product('Shop', '1.00'),
  '/shop/a': product('Kettle', '19.90'),
  '/shop/b': product('Teapot', '25.50'),
  '/elsewhere': product('Other', '3.00'),
})
disposeAfterTests(service, site)

type Service = Pick<typeof service, 'ask'>

/** Starts an extraction and waits for its end. */
async function extract(body: object, on: Service = service) {
  const started = await on.ask('POST', '/v2/extract', { body })
  assert.equal(started.status, 200, JSON.stringify(started.body))
  return { started, ...(await finished(started.body.id, on)) }
}

async function finished(id: string, on: Service = service) {
  for (;;) {
    const { status, headers, body } = await on.ask('GET', `/v2/extract/${id}`)
    assert.equal(status, 200)
    if (body.status !== 'processing') return { headers, ...body }
    await sleep(20)
  }
}

test('an extraction without a model fills the schema and says how', async () => {
  const { started, ...done } = await extract({
    urls: [`${site.url}/shop/a`, 'nonsense'],
    schema,
    showSources: true,
  })
  assert.deepEqual(started.body.urlTrace, [])
  assert.deepEqual(started.body.invalidURLs, ['nonsense'])
  assert.deepEqual([done.success, done.status], [true, 'completed'])
  assert.deepEqual(done.data, { name: 'Kettle', price: 19.9 })
  assert.match(done.warning, /without a language model/)
  const page = `${site.url}/shop/a`
  assert.deepEqual(done.sources, { name: [page], price: [page] })
  assert.deepEqual([done.creditsUsed, done.tokensUsed], [1, 15])
})

test('both endpoints say that they are deprecated', async () => {
  const { started, headers } = await extract({ urls: [`${site.url}/shop/a`], schema })
  for (const marked of [started.headers, headers]) {
    assert.equal(marked.deprecation, 'true')
    assert.equal(marked.link, '</v2/scrape>; rel="successor-version"')
    assert.match(String(marked.warning), /^299 - "/)
  }
  assert.equal(started.body.replacement, '/v2/scrape')
  assert.equal(started.body.warnings.length, 1)
})

test('a star stands for the pages below; the whole is charged once', async () => {
  const { key, teamId } = await addTeam(service.database, { credits: 100 })
  const on: Service = {
    ask: (method, url, options) => service.ask(method, url, { ...options, key }),
  }
  const list = {
    type: 'object',
    properties: { name: { type: 'string' } },
  }
  const done = await extract(
    { urls: [`${site.url}/shop/*`], schema: list, showSources: true, limit: 3 },
    on,
  )
  assert.equal(done.status, 'completed', JSON.stringify(done))
  assert.ok(done.sources.name.length >= 2)
  assert.ok(done.sources.name.every((url: string) => url.startsWith(`${site.url}/shop/`)))
  const charged = await service.database.query<{ amount: number }>(
    `select -amount as amount from credit_entries where team_id = $1 and kind = 'extract'`,
    [teamId],
  )
  assert.deepEqual(
    charged.map(({ amount }) => amount),
    [done.creditsUsed],
  )
  const usage = await on.ask('GET', '/v2/team/credit-usage')
  assert.equal(usage.body.data.remainingCredits, 100 - done.creditsUsed)
})

test('what cannot be read fails without cost; a page that fails beside others is a warning', async () => {
  const failed = await extract({ urls: [`${site.url}/absent`], schema })
  assert.deepEqual([failed.success, failed.status, failed.creditsUsed], [false, 'failed', 0])
  assert.match(failed.error, /404/)
  assert.deepEqual(failed.data, [])
  const partly = await extract({ urls: [`${site.url}/absent`, `${site.url}/shop/b`], schema })
  assert.match(partly.warning, /1 of 2 pages could not be read/)
  assert.equal(partly.data.name, 'Teapot')
})

test('a prompt without URLs searches for pages, and fails where nothing is found', async () => {
  const failed = await extract({ prompt: 'qwertyuiop zxcvbnm' })
  assert.equal(failed.status, 'failed')
  assert.match(failed.error, /No page was found/)
})

test('with a web search, pages that it finds are read as well', async () => {
  const found = `${site.url}/shop/b`
  await service.ask('POST', '/v2/scrape', { body: { url: found } })
  const search = () => service.ask('POST', '/v2/search', { body: { query: 'Teapot' } })
  // Until a page is indexed the answer is 503, without `data`.
  await eventually(search, ({ body: { data } }) => data?.web?.length > 0)
  const body = { urls: [`${site.url}/elsewhere`], prompt: 'Teapot', schema, showSources: true }
  const findPages = async (more: object) => (await extract({ ...body, ...more })).sources.name
  assert.deepEqual(await findPages({}), body.urls)
  assert.deepEqual(await findPages({ enableWebSearch: true }), [...body.urls, found])
})

test('requests that cannot be met are refused', async () => {
  const refused = async (body: object, key = firstKey) => {
    const answer = await service.ask('POST', '/v2/extract', { body, key })
    return [answer.status, answer.body.error] as const
  }
  assert.deepEqual(await refused({}), [400, "Either 'urls' or 'prompt' must be provided."])
  const urls = Array.from({ length: 11 }, (_, index) => `${site.url}/${index}`)
  assert.deepEqual(await refused({ urls }), [
    400,
    'Maximum of 10 URLs allowed per request while in beta.',
  ])
  assert.match((await refused({ urls: ['nonsense'] }))[1], /Invalid URL|top-level/)
  assert.equal((await refused({ urls: [site.url], schema: { type: 'no' } }))[0], 422)
  assert.equal((await refused({ urls: [site.url], agent: { model: 'v3-beta' } }))[0], 400)
  const forced = await addTeam(service.database, { zeroDataRetention: 'forced' })
  assert.deepEqual(await refused({ urls: [site.url] }, forced.key), [
    400,
    'Your team has zero data retention enabled. This is not supported on extract.',
  ])
  const poor = await addTeam(service.database, { credits: 19 })
  assert.equal((await refused({ urls: [site.url] }, poor.key))[0], 402)
  const formats = await addTeam(service.database, { allowedFormats: ['html'] })
  assert.equal((await refused({ urls: [site.url] }, formats.key))[0], 403)
})

test('another team gets the answer of an unknown id', async () => {
  const { started } = await extract({ urls: [`${site.url}/shop/a`], schema })
  const { key } = await addTeam(service.database)
  const other = await service.ask('GET', `/v2/extract/${started.body.id}`, { key })
  const unknown = '0199b0a0-0000-7000-8000-000000000000'
  const none = await service.ask('GET', `/v2/extract/${unknown}`, { key })
  assert.deepEqual([other.status, other.body], [404, none.body])
  assert.equal(none.body.error, 'Extract job not found')
})

test('the SDK extracts, and the webhook gets start and end', async () => {
  await using receiver = await startReceiver()
  const apiUrl = await service.listen()
  const sdk = new Firecrawl({ apiKey: firstKey, apiUrl, maxRetries: 1 })
  const done = await sdk.extract({
    urls: [`${site.url}/shop/a`],
    schema,
    showSources: true,
    webhook: receiver.url,
    scrapeOptions: { onlyMainContent: false },
    pollInterval: 1,
  })
  assert.deepEqual([done.success, done.data], [true, { name: 'Kettle', price: 19.9 }])
  while (receiver.messages.length < 2) await sleep(20)
  const [begun, ended] = receiver.messages
  assert.deepEqual([begun?.['type'], begun?.['success']], ['extract.started', true])
  assert.equal(ended?.['type'], 'extract.completed')
  const result = JSON.stringify(ended?.['data'])
  assert.match(result, /"data":\{"name":"Kettle","price":19.9\}/)
  assert.match(result, /"totalUrlsScraped":1/)
})

test('with a model, values that no page holds are left out', async () => {
  await using started = await startModelService(say({ name: 'Weir Mill', price: 99.5 }), {
    '/mill': modelPage('<p>The mill was built in 1820 and stands at the river.</p>'),
  })
  const done = await extract(
    { urls: [`${started.site.url}/mill`], schema, prompt: 'the mill' },
    started.service,
  )
  assert.equal(done.status, 'completed', JSON.stringify(done))
  assert.deepEqual(done.data, { name: 'Weir Mill' })
  assert.match(done.warning, /left out: price/)
  assert.equal(done.creditsUsed, 5)
})
