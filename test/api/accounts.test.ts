import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { createKeys } from '#accounts/keys.ts'
import { createPlans } from '#accounts/plans.ts'
import { createTeams } from '#accounts/teams.ts'
import { startSite } from '#test/fixtures/site.ts'
import { startService } from '#test/service.ts'

type Service = Awaited<ReturnType<typeof startService>>

const page = '<!doctype html><title>T</title><h1>Tides</h1><p>The sea rises twice a day.</p>'

function answer(response: ServerResponse) {
  response.writeHead(200, { 'content-type': 'text/html' }).end(page)
}

async function secondTeam({ database }: Service, plan = 'self-hosted') {
  const { id: teamId } = await createTeams({ database }).create({ name: 'second', plan })
  const restrictions = { allowedEndpoints: [], allowedFormats: [] }
  const { key } = await createKeys({ database }).create({ teamId, name: 'key', ...restrictions })
  return key
}

async function creditsLeft(service: Service, key?: string): Promise<number> {
  const { body } = await service.ask('GET', '/v2/team/credit-usage', key ? { key } : {})
  return body.data.remainingCredits
}

test('a scrape costs one credit and is listed by its id and in the activity', async () => {
  await using site = await startSite((_request, response) => answer(response))
  await using service = await startService()
  const before = await creditsLeft(service)

  const scraped = await service.ask('POST', '/v2/scrape', { body: { url: `${site.url}/` } })
  const { scrapeId } = scraped.body.data.metadata
  const again = await service.ask('GET', `/v2/scrape/${scrapeId}`)
  const activity = await service.ask('GET', '/v2/team/activity')

  assert.equal(scraped.status, 200)
  assert.match(scraped.body.data.markdown, /^# Tides\n\nThe sea rises twice a day\.$/)
  assert.deepEqual(again.body, scraped.body)
  assert.equal(await creditsLeft(service), before - 1)
  assert.equal(activity.body.data[0].id, scrapeId)
  assert.equal(activity.body.data[0].target, `${site.url}/`)
})

test('the scrape of another team is reported like an unknown id', async () => {
  await using site = await startSite((_request, response) => answer(response))
  await using service = await startService()
  const key = await secondTeam(service)
  const scraped = await service.ask('POST', '/v2/scrape', { body: { url: `${site.url}/` } })

  const foreign = await service.ask('GET', `/v2/scrape/${scraped.body.data.metadata.scrapeId}`, {
    key,
  })
  const unknown = await service.ask('GET', '/v2/scrape/0198c0de-0000-7000-8000-000000000001', {
    key,
  })

  assert.equal(foreign.status, 404)
  assert.deepEqual(foreign.body, unknown.body)
  assert.deepEqual((await service.ask('GET', '/v2/team/activity', { key })).body.data, [])
})

test('a team without credits is refused before anything is fetched', async () => {
  let visits = 0
  await using site = await startSite((_request, response) => {
    visits += 1
    answer(response)
  })
  await using service = await startService()
  await createPlans(service).set('free', { creditsPerPeriod: 0, requestsPerMinute: {} })
  const key = await secondTeam(service, 'free')

  const refused = await service.ask('POST', '/v2/scrape', { body: { url: `${site.url}/` }, key })

  assert.equal(refused.status, 402)
  assert.equal(refused.body.error, 'Payment Required: Insufficient credits')
  assert.equal(visits, 0)
})

test('equal requests with one idempotency key run and are charged once', async () => {
  await using site = await startSite((_request, response) => answer(response))
  await using service = await startService()
  const before = await creditsLeft(service)
  const headers = { 'x-idempotency-key': '0198c0de-0000-7000-8000-000000000009' }
  const ask = (url: string) => service.ask('POST', '/v2/scrape', { body: { url }, headers })

  const first = await ask(`${site.url}/`)
  const second = await ask(`${site.url}/`)
  const other = await ask(`${site.url}/other`)

  assert.deepEqual(second.body, first.body)
  assert.equal(other.status, 409)
  assert.equal(await creditsLeft(service), before - 1)
})

test('requests over the rate limit are refused with Retry-After', async () => {
  await using service = await startService()
  await createPlans(service).set('free', { requestsPerMinute: { scrape: 3 } })
  const key = await secondTeam(service, 'free')

  const statuses: number[] = []
  for (let sent = 0; sent < 5; sent += 1) {
    const answer = await service.ask('POST', '/v2/scrape', { body: {}, key })
    statuses.push(answer.status)
    if (answer.status === 429) assert.ok(Number(answer.headers['retry-after']) >= 1)
  }

  assert.deepEqual(statuses, [400, 400, 400, 429, 429])
})
