import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createBlockCounts } from '#threat/block-counts.ts'
import { finishedJob } from '#test/fixtures/finished-job.ts'
import { eventually } from '#test/fixtures/search/eventually.ts'
import { addKey, addTeam } from '#test/fixtures/team-key.ts'
import { startThreatService } from '#test/fixtures/threat-service.ts'
import {
  fresh,
  harmless,
  listed,
  readOutcome,
  risky,
  teamWith,
  threatPath as path,
} from '#test/fixtures/threat-team.ts'

let started: Awaited<ReturnType<typeof startThreatService>>
before(async () => (started = await startThreatService()))
after(async () => started[Symbol.asyncDispose]())

const ask = (...request: Parameters<typeof started.service.ask>) => started.service.ask(...request)
const at = (host: string) => started.urlAt(host, `/page-${fresh()}`)

test('a blocked URL is never asked for, also not by jobs', async () => {
  const key = await teamWith(started, { mode: 'manual-only', blacklist: [listed] })
  const before = started.reached.length
  const link = at(listed)
  const start = started.urlAt(harmless, `/links?url=${encodeURIComponent(link)}`)
  const { body: crawl } = await ask('POST', '/v2/crawl', {
    key,
    body: { url: start, limit: 5, allowExternalLinks: true, sitemap: 'skip' },
  })
  const crawled = await finishedJob(started.service, `/v2/crawl/${crawl.id}`, key)
  assert.deepEqual(
    crawled.data.map(({ metadata }: { metadata: { sourceURL: string } }) => metadata.sourceURL),
    [start],
  )
  const { body: errors } = await ask('GET', `/v2/crawl/${crawl.id}/errors`, { key })
  assert.deepEqual(
    errors.errors.map(({ url, code }: { url: string; code: string }) => [url, code]),
    [[link, 'unsafe_domain_blocked']],
  )
  const asked = started.reached.slice(before)
  assert.ok(asked.length > 0 && asked.every((url) => new URL(url).hostname === harmless))
})

test('a cached page of a blocked host is not returned', async () => {
  const key = await teamWith(started, null)
  const url = at(listed)
  const scrape = () => ask('POST', '/v2/scrape', { key, body: { url, maxAge: 3_600_000 } })
  assert.equal((await scrape()).status, 200)
  await ask('PUT', path, { key, body: { mode: 'manual-only', blacklist: [listed] } })
  assert.equal(readOutcome(await scrape()), 'blacklist')
})

test('a scan costs 2 credits, also of a blocked page; lists cost nothing', async () => {
  const credits = async (key: string) =>
    (await ask('GET', '/v2/team/credit-usage', { key })).body.data.remainingCredits as number
  const spentBy = async (key: string, body: object) => {
    const before = await credits(key)
    await ask('POST', '/v2/scrape', { key, body })
    return before - (await credits(key))
  }
  const key = await teamWith(started, {
    mode: 'normal',
    whitelist: ['127.0.0.5'],
    blacklist: [listed],
  })
  assert.equal(await spentBy(key, { url: at(harmless) }), 3)
  assert.equal(await spentBy(key, { url: at(risky) }), 2)
  assert.equal(await spentBy(key, { url: at(listed) }), 0)
  assert.equal(await spentBy(key, { url: at('127.0.0.5') }), 1)
  assert.equal(await spentBy(key, { url: at(harmless), threatProtection: { mode: 'off' } }), 1)
  const plain = await teamWith(started, null)
  assert.equal(await spentBy(plain, { url: at(harmless) }), 1)

  started.hits.urls = [at(harmless), at(harmless), at(risky)]
  const search = await ask('POST', '/v2/search', { key, body: { query: 'rivers and prices' } })
  assert.deepEqual([search.body.creditsUsed, search.body.data.web.length], [2 + 3 * 2, 2])
})

test('results of a search that are scraped in the background are scanned once', async () => {
  const key = await teamWith(started, { mode: 'normal' })
  const credits = async () =>
    (await ask('GET', '/v2/team/credit-usage', { key })).body.data.remainingCredits as number
  const before = await credits()
  started.hits.urls = [at(harmless), at(risky)]
  const body = { query: 'rivers', asyncScraping: true, scrapeOptions: { formats: ['markdown'] } }
  const search = await ask('POST', '/v2/search', { key, body })
  assert.equal(search.body.creditsUsed, 2 + 2 * 2)
  const [id] = search.body.scrapeIds.web
  await eventually(
    async () => (await ask('GET', `/v2/scrape/${id}`, { key })).status,
    (status) => status === 200,
  )
  const spent = await eventually(
    async () => before - (await credits()),
    (amount) => amount > 6,
  )
  assert.equal(spent, 6 + 1)
})

test('settings: defaults, replacement, and what is refused', async () => {
  const key = await teamWith(started, null)
  const defaults = {
    mode: 'off',
    riskScoreThreshold: 75,
    blacklist: [],
    whitelist: [],
    blockedTlds: [],
    failurePolicy: 'closed',
    allowRequestOverrides: true,
    configured: false,
    updatedAt: null,
    updatedBy: null,
    zscaler: null,
    enforced: false,
    classifiers: ['http'],
  }
  const read = await ask('GET', path, { key })
  assert.deepEqual(read.body, { success: true, data: defaults })
  const first = { mode: 'normal', blacklist: ['*.risky.example'], riskScoreThreshold: 0 }
  await ask('PUT', path, { key, body: first })
  const { body } = await ask('PUT', path, { key, body: { mode: 'normal', blockedTlds: ['zip'] } })
  const { updatedAt, ...stored } = body.data
  assert.ok(Math.abs(Date.parse(updatedAt) - Date.now()) < 60_000)
  const { updatedAt: _none, ...expected } = { ...defaults, updatedBy: 'test' }
  assert.deepEqual(stored, { ...expected, mode: 'normal', blockedTlds: ['zip'], configured: true })
  assert.deepEqual((await ask('GET', path, { key })).body, body)

  const refused = async (sent: object, with_ = key) => {
    const reply = await ask('PUT', path, { key: with_, body: sent })
    return `${reply.status} ${reply.body.error} ${JSON.stringify(reply.body.details ?? '')}`
  }
  assert.match(
    await refused({ blacklist: ['https://evil.example'] }),
    /^400 .*Invalid domain entry/,
  )
  assert.match(await refused({ whitelist: ['evil.example:80'] }), /^400 .*Invalid domain entry/)
  assert.match(await refused({ blockedTlds: ['.zip'] }), /^400 .*Invalid TLD/)
  assert.match(await refused({ riskScoreThreshold: 101 }), /^400 /)
  assert.match(await refused({ unknown: 1 }), /^400 /)
  assert.match(await refused({ mode: 'zscaler' }), /^403 Threat protection mode "zscaler" requires/)
  const enforced = await teamWith(started, null, 'enforced')
  const cannot =
    /^403 Threat protection is enforced for your team and its mode cannot be set to "off"/
  assert.match(await refused({ mode: 'off' }, enforced), cannot)
  assert.equal((await ask('GET', path, { key: enforced })).body.data.mode, 'normal')
  const off = await teamWith(started, null, 'off')
  assert.match(await refused({ mode: 'normal' }, off), /^403 Threat protection is an enterprise/)
  assert.equal((await ask('GET', path, { key: off })).status, 403)
})

test('a restricted key reads the policy, and cannot change it', async () => {
  const { teamId } = await addTeam(started.service.database)
  const key = await addKey(started.service.database, teamId, { allowedEndpoints: ['scrape'] })
  assert.equal((await ask('GET', path, { key })).status, 200)
  const { status, body } = await ask('PUT', path, { key, body: { mode: 'off' } })
  assert.equal(status, 403)
  assert.match(body.error, /^A restricted API key cannot change/)
})

test('there is no Zscaler connection', async () => {
  const key = await teamWith(started, null)
  for (const [method, end] of [
    ['POST', 'test-connection'],
    ['GET', 'categories'],
    ['POST', 'sync'],
  ] as const) {
    const { status, body } = await ask(method, `${path}/zscaler/${end}`, { key })
    assert.equal(status, 403)
    assert.match(body.error, /requires a configured Zscaler connection/)
  }
})

test('a verdict is kept, and asked for once by requests at the same time', async () => {
  const key = await teamWith(started, { mode: 'normal' })
  const url = at(harmless)
  const before = started.classifier.asked.length
  const scrape = () => ask('POST', '/v2/scrape', { key, body: { url, maxAge: 0 } })
  await Promise.all([scrape(), scrape(), scrape()])
  await scrape()
  assert.equal(started.classifier.asked.slice(before).filter((one) => one.url === url).length, 1)
})

test('a policy that was changed meanwhile is not replaced; without its time it is', async () => {
  const key = await teamWith(started, null)
  const put = (body: object) => ask('PUT', path, { key, body })
  const read = async () => (await ask('GET', path, { key })).body.data
  const first = await put({ mode: 'manual-only', updatedAt: (await read()).updatedAt })
  assert.deepEqual([first.status, first.body.data.updatedBy], [200, 'test'])
  for (const updatedAt of [null, '2020-01-01T00:00:00.000Z']) {
    const late = await put({ mode: 'off', updatedAt })
    assert.equal(late.status, 409)
    assert.match(late.body.error, /was changed after you had read it/)
  }
  const { updatedAt } = first.body.data
  const both = await Promise.all([1, 2].map((n) => put({ riskScoreThreshold: n, updatedAt })))
  assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([200, 409]))
  assert.equal((await put({ mode: 'manual-only' })).status, 200)
  const fresh = await teamWith(started, null)
  const stale = { mode: 'off', updatedAt: '2020-01-01T00:00:00.000Z' }
  assert.equal((await ask('PUT', path, { key: fresh, body: stale })).status, 409)
})

test('blocked URLs are counted by rule for a day, without the URLs', async () => {
  const { database } = started.service
  const { teamId, key } = await addTeam(database)
  await ask('PUT', path, { key, body: { mode: 'manual-only', blacklist: [listed] } })
  for (let n = 0; n < 2; n++) await ask('POST', '/v2/scrape', { key, body: { url: at(listed) } })
  await ask('POST', '/v2/batch/scrape', { key, body: { urls: [at(listed), at(harmless)] } })
  const counts = createBlockCounts({ database })
  counts.add(teamId, 'risk-score', 1)
  const read = async () => (await counts.read(teamId)).map(({ rule, count }) => `${rule} ${count}`)
  await eventually(read, (found) => found.includes('blacklist 3'))
  assert.deepEqual(await read(), ['blacklist 3', 'risk-score 1'])
  const rows = await database.query('select * from threat_blocks where team_id = $1', [teamId])
  assert.ok(!JSON.stringify(rows).includes(listed))
  await database.query(`update threat_blocks set hour = hour - interval '25 hours'`, [])
  assert.deepEqual(await read(), [])
  await counts.sweep()
  assert.deepEqual(
    await database.query('select from threat_blocks where team_id = $1', [teamId]),
    [],
  )
})
