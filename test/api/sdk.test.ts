import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Firecrawl, SdkError } from 'firecrawl'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { firstKey, startService } from '#test/service.ts'

const service = await startService()
const apiUrl = await service.listen()
const site = await startPages({
  '/': article('Weirs'),
  '/slow': { headers: { 'content-length': '10' }, body: '' },
})
disposeAfterTests(service, site)

const client = (apiKey = firstKey) => new Firecrawl({ apiKey, apiUrl, maxRetries: 1 })
const failing = (status: number, code: string | undefined) => (thrown: unknown) => {
  assert.ok(thrown instanceof SdkError, String(thrown))
  assert.deepEqual([thrown.status, thrown.code], [status, code])
  return true
}

test('the SDK gets every format', async () => {
  const selectors = [{ selector: 'img', attribute: 'alt' }]
  const document = await client().scrape(`${site.url}/`, {
    formats: [
      'markdown',
      'html',
      { type: 'rawHtml' },
      'links',
      'images',
      { type: 'attributes', selectors },
    ],
  })
  assert.match(document.markdown ?? '', /^# Weirs/)
  assert.match(document.html ?? '', /<h1>Weirs/)
  assert.equal(document.rawHtml, article('Weirs'))
  assert.ok(document.links?.includes(`${site.url}/next`))
  assert.deepEqual(document.images, [`${site.url}/picture.png`])
  assert.deepEqual(document.attributes, [
    { selector: 'img', attribute: 'alt', values: ['A picture'] },
  ])
  assert.equal(document.metadata?.title, 'Weirs')
  assert.equal(document.metadata?.statusCode, 200)
  assert.equal(document.metadata?.creditsUsed, 1)

  const raw = await client().scrape(`${site.url}/`, { formats: ['rawBase64'] } as never)
  const { rawBase64 } = raw as { rawBase64?: string }
  assert.equal(Buffer.from(rawBase64 ?? '', 'base64').toString(), article('Weirs'))
})

test('the SDK can send every implemented option', async () => {
  const document = await client().scrape(`${site.url}/`, {
    formats: ['markdown'],
    onlyMainContent: false,
    includeTags: ['article'],
    excludeTags: ['img'],
    headers: { 'x-mine': '1' },
    timeout: 30_000,
    mobile: true,
    parsers: ['pdf', { type: 'image' }],
    location: { country: 'DE', languages: ['de'] },
    skipTlsVerification: true,
    removeBase64Images: true,
    fastMode: true,
    blockAds: false,
    proxy: 'stealth',
    maxAge: 0,
    storeInCache: false,
    integration: 'test',
    auditMetadata: { username: 'somebody' },
  })
  assert.match(document.markdown ?? '', /^# Weirs/)
  assert.equal(site.requests.at(-1)?.headers['x-mine'], '1')
})

test('the SDK reports every kind of error', async () => {
  const poor = await addTeam(service.database, { credits: 0 })
  const restricted = await addTeam(service.database, { allowedFormats: ['html'] })
  const url = `${site.url}/`
  await assert.rejects(client('fc-wrong-wrong-wrong').scrape(url), failing(401, 'UNAUTHORIZED'))
  await assert.rejects(client(poor.key).scrape(url), failing(402, 'INSUFFICIENT_CREDITS'))
  await assert.rejects(client(restricted.key).scrape(url), failing(403, 'FORBIDDEN'))
  await assert.rejects(client().scrape('nonsense'), failing(400, 'BAD_REQUEST'))
  await assert.rejects(
    client().scrape(`${url}?missing`, { minAge: 1 }),
    failing(404, 'SCRAPE_NO_CACHED_DATA'),
  )
  await assert.rejects(
    client().scrape(`${site.url}/slow`, { timeout: 1_000 }),
    failing(408, 'SCRAPE_TIMEOUT'),
  )
  await assert.rejects(
    client().scrape(url, { formats: ['audio'] }),
    failing(500, 'SCRAPE_AUDIO_UNSUPPORTED_URL'),
  )
  await assert.rejects(client().scrape('http://missing.invalid'), /does not resolve/)
})

test('the SDK reads the usage of a team', async () => {
  const { key } = await addTeam(service.database, { credits: 50, concurrencyMax: 7 })
  const sdk = client(key)
  await sdk.scrape(`${site.url}/`)
  const credits = await sdk.getCreditUsage()
  assert.deepEqual([credits.remainingCredits, credits.planCredits], [49, 50])
  const tokens = await sdk.getTokenUsage()
  assert.deepEqual([tokens.remainingTokens, tokens.planTokens], [49 * 15, 50 * 15])
  const history = await sdk.getCreditUsageHistorical()
  assert.equal(history.periods.at(-1)?.creditsUsed, 1)
  const tokenHistory = await sdk.getTokenUsageHistorical(true)
  assert.equal(tokenHistory.periods.length, 1)
  const concurrency = await sdk.getConcurrency()
  assert.deepEqual([concurrency.concurrency, concurrency.maxConcurrency], [0, 7])
  const queue = await sdk.getQueueStatus()
  assert.deepEqual([queue.jobsInQueue, queue.maxConcurrency], [0, 7])
  assert.ok(queue.mostRecentSuccess)
})
