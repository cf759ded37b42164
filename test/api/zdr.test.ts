import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { startService } from '#test/service.ts'

const lines: string[] = []
const note = (fields: object, message: string) =>
  void lines.push(`${message} ${JSON.stringify(fields)}`)

const service = await startService({ log: { debug: note, info: note, warn: note, error: note } })
const site = await startPages({ '/': article('Secret matters') })
disposeAfterTests(service, site)

async function scrape(body: object, key: string) {
  return service.ask('POST', '/v2/scrape', { body, key })
}
async function rowCounts() {
  const tables = ['scrapes', 'cached_pages', 'cached_bodies', 'idempotency_keys']
  const counts = tables.map((table) => `(select count(*) from ${table}) as ${table}`)
  const [row] = await service.database.query(`select ${counts.join(', ')}`)
  return row
}

test('a request under zero data retention returns everything and stores only its price', async () => {
  const { key } = await addTeam(service.database, { zeroDataRetention: 'allowed' })
  const before = await rowCounts()
  const url = `${site.url}/?zdr`
  const { status, body } = await scrape({ url, zeroDataRetention: true }, key)
  assert.equal(status, 200)
  assert.match(body.data.markdown, /^# Secret matters/)
  assert.equal(body.data.metadata.creditsUsed, 2)
  assert.deepEqual(await rowCounts(), before)
  const again = await service.ask('GET', `/v2/scrape/${body.data.metadata.scrapeId}`, { key })
  assert.equal(again.status, 404)
  const activity = await service.ask('GET', '/v2/team/activity', { key })
  assert.deepEqual(
    activity.body.data.map(({ target }: { target: unknown }) => target),
    [null],
  )
  assert.ok(!lines.join('').includes('?zdr'))
})

test('a copy already in the cache can be read', async () => {
  const { key } = await addTeam(service.database, { zeroDataRetention: 'allowed' })
  const url = `${site.url}/?cached`
  await scrape({ url }, key)
  const { body } = await scrape({ url, zeroDataRetention: true }, key)
  assert.equal(body.data.metadata.cacheState, 'hit')
})

test('a team without permission is refused, a forced team need not request it', async () => {
  const off = await addTeam(service.database)
  const refused = await scrape({ url: site.url, zeroDataRetention: true }, off.key)
  assert.equal(refused.status, 403)
  assert.match(refused.body.error, /^Zero Data Retention \(ZDR\) is not enabled for your team\./)

  const forced = await addTeam(service.database, { zeroDataRetention: 'forced' })
  const before = await rowCounts()
  const body = { url: `${site.url}/?forced` }
  const answer = await service.ask('POST', '/v2/scrape', {
    body,
    key: forced.key,
    headers: { 'x-idempotency-key': 'once' },
  })
  assert.equal(answer.body.data.metadata.creditsUsed, 2)
  assert.deepEqual(await rowCounts(), before)
  const id = answer.body.data.metadata.scrapeId
  const status = await service.ask('GET', `/v2/scrape/${id}`, { key: forced.key })
  assert.equal(status.status, 400)
  assert.match(
    status.body.error,
    /^Your team has zero data retention enabled\. This is not supported on scrape status\./,
  )
})

test('lockdown implies it, free of charge', async () => {
  const { key } = await addTeam(service.database)
  const url = `${site.url}/?lockdown`
  await scrape({ url }, key)
  const before = await rowCounts()
  const { body } = await scrape({ url, lockdown: true }, key)
  assert.deepEqual([body.data.metadata.creditsUsed, body.data.metadata.cacheState], [5, 'hit'])
  assert.equal((await scrape({ url: `${url}2`, lockdown: true }, key)).status, 404)
  assert.deepEqual(await rowCounts(), before)
  const { body: activity } = await service.ask('GET', '/v2/team/activity', { key })
  assert.deepEqual(
    activity.data.map(({ target }: { target: unknown }) => target),
    [null, null, url],
  )
})

test('failures under zero data retention are not logged', async () => {
  const { key } = await addTeam(service.database, { zeroDataRetention: 'forced' })
  lines.length = 0
  for (const url of ['http://127.0.0.1:1/?zdr-failure', 'http://zdr-failure.invalid/']) {
    await scrape({ url }, key)
  }
  assert.ok(!/zdr-failure|127\.0\.0\.1:1\b/.test(lines.join('\n')), lines.join('\n'))
})
