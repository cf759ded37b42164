import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { finishedCheck, finishedJob } from '#test/fixtures/finished-job.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { makePdf } from '#fixtures/pdf.ts'
import { startSite } from '#test/fixtures/site.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { startService } from '#test/service.ts'

type Json = Readonly<Record<string, unknown>>
interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content: { readonly 'application/json': { schema: Json } } }>
  >
}

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
const service = await startService()
const described = closed((await service.server.inject({ url: '/v2/openapi.json' })).json())
const { paths } = described as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}
ajv.addSchema(described, 'api')
let count = 0
const site = await startPages({
  '/': article('Weirs'),
  '/new': () => article(`Number ${count++}`),

  '/pages.pdf': {
    headers: { 'content-type': 'application/pdf' },
    body: makePdf(['One', 'Two'].map((text) => [{ text: `Page ${text}` }])),
  },
})
disposeAfterTests(service, site)

const refsToApi = (schema: Json) =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')) as Json

/** An answer, which is what the description says of its status. */
async function ask(
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  options: Parameters<typeof service.ask>[2] = {},
) {
  const answer = await service.ask(method, url, options)
  const path = Object.keys(paths).find((template) =>
    new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(url.replace(/\?.*/, '')),
  )
  const operation = paths[path ?? '']?.[method.toLowerCase()]
  const schema = operation?.responses[answer.status]?.content['application/json'].schema
  assert.ok(schema, `${method} ${url} is not said to answer ${answer.status}`)
  const about = `${method} ${url} ${answer.status}`
  assert.equal(differences(schema, answer.body), undefined, about)
  assert.match(differences(schema, { ...answer.body, more: 1 }) ?? '', /additional/, about)
  return answer
}

const validators = new Map<Json, ValidateFunction>()

function differences(schema: Json, body: unknown): string | undefined {
  const validate = validators.get(schema) ?? ajv.compile(refsToApi(schema))
  validators.set(schema, validate)
  return validate(body) ? undefined : ajv.errorsText(validate.errors)
}

/** The description leaves room for more; here nothing more may be there. */
function closed(described: Json): Json {
  return JSON.parse(JSON.stringify(described), (_name, value: unknown) => {
    if (typeof value !== 'object' || value === null || !('properties' in value)) return value
    return 'additionalProperties' in value ? value : { ...value, additionalProperties: false }
  }) as Json
}

const nowhere = '0199b0a0-0000-7000-8000-000000000000'

test('documents match the OpenAPI description', async () => {
  const attributes = { type: 'attributes', selectors: [{ selector: 'a', attribute: 'href' }] }
  const url = `${site.url}/new`
  const tracked = ['markdown', { type: 'changeTracking', modes: ['git-diff'] }]
  const bodies = [
    { url, formats: ['markdown', 'html', 'rawHtml', 'links', 'images', attributes] },
    { url },
    { url, formats: ['rawBase64'] },
    { url, formats: tracked },
    { url, formats: tracked },
    { url: `${site.url}/pages.pdf`, parsers: [{ type: 'pdf', pages: true, blocks: true }] },
    { url: `${site.url}/missing` },
  ]
  for (const body of bodies) {
    const { status, body: answer } = await ask('POST', '/v2/scrape', { body })
    assert.equal(status, 200, JSON.stringify(answer))
    await ask('GET', `/v2/scrape/${answer.data.metadata.scrapeId}`)
  }
})

test('errors match the OpenAPI description', async () => {
  const { url } = site
  const { key: poor } = await addTeam(service.database, { credits: 0 })
  const { key: held } = await addTeam(service.database, { allowedEndpoints: ['map'] })
  const rows: [number, object, string?][] = [
    [400, { url: 'nonsense' }],
    [401, { url }, 'fc-none-of-these-keys'],
    [402, { url }, poor],
    [403, { url }, held],
    [404, { url, minAge: 86_400_000 }],
    [422, { url, formats: [{ type: 'json', schema: { type: 'x' } }] }],
    [500, { url: 'http://127.0.0.1:1/' }],
    [503, { url, formats: ['screenshot'] }],
    [200, { url: 'http://nowhere.invalid/' }],
  ]
  for (const [status, body, key] of rows) {
    const answer = await ask('POST', '/v2/scrape', { body, ...(key !== undefined && { key }) })
    assert.equal(answer.status, status, JSON.stringify(answer.body))
  }
  assert.equal((await ask('POST', '/v2/parse', { body: {}, key: poor })).status, 402)
  for (const path of ['/v2/scrape/', '/v2/crawl/', '/v2/batch/scrape/', '/v2/monitor/']) {
    assert.equal((await ask('GET', path + nowhere)).status, 404)
    assert.equal((await ask('GET', `${path}x`)).status, 400)
  }
})

test('jobs match the OpenAPI description', async () => {
  const crawl = await ask('POST', '/v2/crawl', { body: { url: site.url, limit: 3 } })
  await ask('GET', '/v2/crawl/active')
  const batch = await ask('POST', '/v2/batch/scrape', {
    body: { urls: [site.url, 'nonsense', 'http://127.0.0.1:1/'] },
  })
  for (const path of [`/v2/crawl/${crawl.body.id}`, `/v2/batch/scrape/${batch.body.id}`]) {
    await finishedJob({ ask }, path)
    await ask('GET', `${path}?limit=1`)
    await ask('GET', `${path}/errors`)
    assert.equal((await ask('DELETE', path)).status, 409)
  }
  await ask('POST', '/v2/map', { body: { url: site.url } })
  await ask('GET', '/v2/webhooks/deliveries')
})

test('monitors and checks match the OpenAPI description', async () => {
  const target = { type: 'scrape', urls: [`${site.url}/new`, `${site.url}/missing`] }
  const body = { name: 'Test', schedule: { text: 'daily' }, targets: [target] }
  const { body: made } = await ask('POST', '/v2/monitor', { body })
  const path = `/v2/monitor/${made.data.id}`
  for (let run = 0; run < 2; run++) await finishedCheck({ ask }, made.data.id)
  await ask('GET', path)
  await ask('GET', '/v2/monitor')
  await ask('GET', `${path}/checks`)
  await ask('DELETE', path)
})

test('a refused check names the check that is running', async () => {
  await using silent = await startSite(() => {})
  const target = { type: 'scrape', urls: [silent.url] }
  const body = { name: 'Test', schedule: { text: 'daily' }, targets: [target] }
  const { body: made } = await ask('POST', '/v2/monitor', { body })
  const path = `/v2/monitor/${made.data.id}`
  const { body: started } = await ask('POST', `${path}/run`)
  const { status, body: refused } = await ask('POST', `${path}/run`)
  assert.deepEqual([status, refused.checkId], [409, started.id])
  await ask('DELETE', path)
})

test('team endpoints match the OpenAPI description', async () => {
  const names = ['credit-usage', 'token-usage', 'queue-status', 'activity']
  const more = ['credit-usage/historical', 'token-usage/historical'].flatMap((name) => [
    name,
    `${name}?byApiKey=true`,
  ])
  for (const name of [...names, ...more, 'credit-usage/historical?timeRange=week']) {
    assert.equal((await ask('GET', `/v2/team/${name}`)).status, 200, name)
  }
  assert.equal((await ask('GET', '/v2/concurrency-check')).status, 200)
  await ask('POST', '/v2/parse/upload-url', { body: { filename: 'a.pdf' } })
})
