import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { request as ask } from 'undici'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { createHold } from '#test/fixtures/hold.ts'
import { startSite } from '#test/fixtures/site.ts'
import { addKey, addTeam } from '#test/fixtures/team-key.ts'
import { startService } from '#test/service.ts'

const service = await startService()
const site = await startPages({
  '/': article('Weirs'),
  '/moved': { status: 302, headers: { location: '/#part' } },
  '/gone': { status: 410, body: article('Gone') },
  '/shell': '<html><body><div id="root"></div><script src="/app.js"></script></body></html>',
  '/whoami': (request) =>
    `<p>${request.headers['user-agent']}<p>${request.headers['accept-language']}`,
  '/text': { headers: { 'content-type': 'text/plain' }, body: 'plain' },
  '/planted':
    '<title>t</title><meta name="creditsUsed" content="0"><meta name="cachedAt" content="x">',
  '/slow': () => ({ headers: { 'content-length': '10' }, body: '' }),
  '/late': article('Late'),
})
disposeAfterTests(service, site)

const scrape = (body: object, key?: string) =>
  service.ask('POST', '/v2/scrape', { body, ...(key !== undefined && { key }) })
const scrapePath = (path: string, options: object = {}) =>
  scrape({ url: site.url + path, maxAge: 0, ...options })

test('a scrape returns every requested format', async () => {
  const attributes = { type: 'attributes', selectors: [{ selector: 'a', attribute: 'href' }] }
  const formats = ['markdown', 'html', 'rawHtml', 'links', 'images', attributes]
  const { status, body } = await scrapePath('/', { formats })

  assert.equal(status, 200)
  assert.equal(body.success, true)
  const { markdown, html, rawHtml, links, images, metadata } = body.data
  assert.match(markdown, /^# Weirs\n\nIt has several sentences\./)
  assert.doesNotMatch(markdown, /Menu|Imprint/)
  assert.match(html, /<h1>Weirs<\/h1>/)
  assert.equal(rawHtml, article('Weirs'))
  assert.ok(links.includes(`${site.url}/next`) && links.includes(`${site.url}/menu`))
  assert.deepEqual(images, [`${site.url}/picture.png`])
  assert.deepEqual(body.data.attributes, [
    { selector: 'a', attribute: 'href', values: ['/menu', '/next'] },
  ])
  const { scrapeId, ...rest } = metadata
  assert.match(scrapeId, /^[\da-f]{8}-[\da-f]{4}-7/)
  assert.deepEqual(rest, {
    title: 'Weirs',
    language: 'en',
    sourceURL: `${site.url}/`,
    url: `${site.url}/`,
    statusCode: 200,
    contentType: 'text/html; charset=utf-8',
    proxyUsed: 'basic',
    creditsUsed: 1,
    concurrencyLimited: false,
    ...('favicon' in metadata && { favicon: metadata.favicon }),
  })
})

test('a scrape returns the whole page, selected parts, and raw bytes', async () => {
  const whole = await scrapePath('/', { onlyMainContent: false })
  assert.match(whole.body.data.markdown, /Menu[^]*Imprint/)
  const chosen = await scrapePath('/', { includeTags: ['h1'], excludeTags: ['nav'] })
  assert.equal(chosen.body.data.markdown.trim(), '# Weirs')
  const raw = await scrapePath('/', { formats: ['rawBase64'] })
  assert.equal(Buffer.from(raw.body.data.rawBase64, 'base64').toString(), article('Weirs'))
  const none = await scrapePath('/', { formats: [] })
  assert.deepEqual(Object.keys(none.body.data), ['metadata'])
})

test('redirects are followed, and both URLs reported', async () => {
  const { body } = await scrape({ url: `${site.url.replace('http://', '')}/moved`, maxAge: 0 })
  const { sourceURL, url, statusCode } = body.data.metadata
  assert.deepEqual([sourceURL, url, statusCode], [`${site.url}/moved`, `${site.url}/#part`, 200])
})

test('an error page is a document with its status', async () => {
  for (const [path, status, error] of [
    ['/missing', 404, 'Not Found'],
    ['/gone', 410, 'Gone'],
  ]) {
    const answer = await scrapePath(String(path))
    assert.equal(answer.status, 200)
    const { statusCode, error: said, creditsUsed } = answer.body.data.metadata
    assert.deepEqual([statusCode, said, creditsUsed], [status, error, 1])
  }
})

test('meta tags cannot set metadata of the service', async () => {
  const { body } = await scrapePath('/planted')
  assert.equal(body.data.metadata.creditsUsed, 1)
  assert.ok(!('cachedAt' in body.data.metadata))
})

test('a client-rendered page has a warning', async () => {
  const { body } = await scrapePath('/shell')
  assert.match(body.data.warning, /Scripts render this page in a browser \(.+\)/)
})

test('mobile and location set request headers', async () => {
  const options = { mobile: true, location: { country: 'at' }, onlyMainContent: false }
  const { body } = await scrapePath('/whoami', options)
  assert.match(body.data.markdown, /Mobile/)
  assert.match(body.data.markdown, /de-AT/)
})

test('a scrape can be read by id by its team only', async () => {
  const { body } = await scrapePath('/', { formats: ['markdown', 'links'] })
  const path = `/v2/scrape/${body.data.metadata.scrapeId}`
  const again = await service.ask('GET', path)
  assert.deepEqual([again.status, again.body], [200, body])

  const other = await addTeam(service.database)
  const foreign = await service.ask('GET', path, { key: other.key })
  const unknown = await service.ask('GET', '/v2/scrape/0199b0a0-0000-7000-8000-000000000000')
  const expected = { success: false, error: 'Job not found.', code: 'NOT_FOUND' }
  assert.deepEqual([foreign.status, foreign.body], [404, expected])
  assert.deepEqual([unknown.status, unknown.body], [404, expected])

  const malformed = await service.ask('GET', '/v2/scrape/nonsense')
  assert.equal(malformed.status, 400)
  assert.equal(malformed.body.error, 'Invalid job ID format. Job ID must be a valid UUID.')

  await service.database.query(`update scrapes set created_at = now() - interval '25 hours'`)
  assert.equal((await service.ask('GET', path)).status, 404)
})

test('a key restricted to formats cannot read others by scrape id', async () => {
  const { database } = service
  const { key, teamId } = await addTeam(database)
  const { body } = await scrape({ url: site.url, formats: ['markdown', 'rawHtml'] }, key)
  const path = `/v2/scrape/${body.data.metadata.scrapeId}`
  assert.equal((await service.ask('GET', path, { key })).status, 200)
  const markdownOnly = await addKey(database, teamId, { allowedFormats: ['markdown'] })
  const refused = await service.ask('GET', path, { key: markdownOnly })
  assert.equal(refused.status, 403)
  assert.match(refused.body.error, /Requested formats not allowed: rawHtml\.$/)
  const both = await addKey(database, teamId, { allowedFormats: ['markdown', 'rawHtml'] })
  assert.equal((await service.ask('GET', path, { key: both })).status, 200)
})

test('each outcome is charged once at the documented price', async () => {
  const { key } = await addTeam(service.database, { credits: 100, zeroDataRetention: 'allowed' })
  const left = async () => {
    const { body } = await service.ask('GET', '/v2/team/credit-usage', { key })
    return body.data.remainingCredits as number
  }
  const url = `${site.url}/`
  const rows: [object, number, number][] = [
    [{ url }, 200, 1],
    [{ url }, 200, 1],
    [{ url: `${site.url}/missing` }, 200, 1],
    [{ url, zeroDataRetention: true }, 200, 2],
    [{ url, lockdown: true }, 200, 5],
    [{ url: `${url}?new`, lockdown: true }, 404, 1],
    [{ url: `${url}?new`, minAge: 1 }, 404, 0],
    [{ url: 'http://missing.invalid/' }, 200, 0],
    [{ url: 'http://10.0.0.1/' }, 200, 0],
    [{ url: 'http://127.0.0.1:1/' }, 500, 0],
    [{ url, formats: ['summary'] }, 200, 1],
    [{ url, formats: ['audio'] }, 500, 0],
    [{ url, formats: ['screenshot'] }, 503, 0],
    [{ url: 'nonsense' }, 400, 0],
    [{ url: `${site.url}/slow`, timeout: 1_000 }, 408, 0],
  ]
  for (const [body, status, price] of rows) {
    const before = await left()
    const answer = await scrape(body, key)
    const spent = before - (await left())
    assert.deepEqual([answer.status, spent], [status, price], JSON.stringify([body, answer.body]))
  }
})

test('without credits a scrape is refused', async () => {
  const { key } = await addTeam(service.database, { credits: 0 })
  const { status, body } = await scrape({ url: site.url }, key)
  assert.deepEqual([status, body.error], [402, 'Payment Required: Insufficient credits'])
  const poor = await addTeam(service.database, { credits: 1, zeroDataRetention: 'allowed' })
  assert.equal((await scrape({ url: site.url, zeroDataRetention: true }, poor.key)).status, 402)
  assert.equal((await scrape({ url: site.url }, poor.key)).status, 200)
})

test('under lockdown a miss requires one credit and a hit its full price', async () => {
  const left = async (key: string) =>
    (await service.ask('GET', '/v2/team/credit-usage', { key })).body.data.remainingCredits
  const { key } = await addTeam(service.database, { credits: 5 })
  const url = `${site.url}/?locked`
  assert.equal((await scrape({ url }, key)).status, 200)
  const hit = await scrape({ url, lockdown: true }, key)
  assert.deepEqual(
    [hit.status, hit.body.error, await left(key)],
    [402, 'Payment Required: Insufficient credits', 4],
  )
  for (const rest of [3, 2, 1, 0]) {
    const miss = await scrape({ url: `${url}-no`, lockdown: true }, key)
    assert.deepEqual(
      [miss.status, miss.body.code, await left(key)],
      [404, 'SCRAPE_LOCKDOWN_CACHE_MISS', rest],
    )
  }
  const broke = await scrape({ url: `${url}-no`, lockdown: true }, key)
  assert.equal(broke.status, 402)
})

test('requests over the concurrency limit wait at most two thirds of their timeout', async () => {
  const { key } = await addTeam(service.database, { concurrencyMax: 1 })
  const hold = createHold()
  await using held = await startSite((_request, response) => {
    const show = () => response.setHeader('content-type', 'text/html').end(article('Held'))
    void hold.pass().then(show)
  })
  const isHeld = hold.after(0)
  const slow = scrape({ url: held.url, timeout: 300_000 }, key)
  await isHeld
  const late = scrape({ url: `${site.url}/late`, timeout: 300_000 }, key)
  const impatient = await scrape({ url: site.url, timeout: 1_000 }, key)
  assert.deepEqual([impatient.status, impatient.body.code], [408, 'CONCURRENCY_QUEUE_TIMEOUT'])
  const waiting = async () => (await service.ask('GET', '/v2/team/queue-status', { key })).body
  while ((await waiting()).waitingJobsInQueue === 0) await sleep(10)
  hold.release()
  const [first, patient] = await Promise.all([slow, late])
  assert.equal(first.status, 200)
  const { concurrencyLimited, concurrencyQueueDurationMs } = patient.body.data.metadata
  assert.equal(concurrencyLimited, true)
  assert.ok(concurrencyQueueDurationMs > 0)
})

test('the timeout covers the whole request', async () => {
  const { status, body } = await scrapePath('/slow', { timeout: 1_000 })
  assert.equal(status, 408)
  assert.deepEqual(body, { success: false, error: 'Request Timeout', code: 'SCRAPE_TIMEOUT' })
})

test('a disconnected client is not charged and frees its slot', async () => {
  const { key } = await addTeam(service.database, { concurrencyMax: 1, credits: 10 })
  const origin = await service.listen()
  const leaving = new AbortController()
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const asked = site.requests.length
  const pending = ask(`${origin}/v2/scrape`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ url: `${site.url}/slow`, maxAge: 0 }),
    signal: leaving.signal,
  })
  while (site.requests.length === asked) await sleep(10)
  leaving.abort()
  await assert.rejects(pending)
  assert.equal((await scrape({ url: site.url }, key)).status, 200)
  const { body } = await service.ask('GET', '/v2/team/credit-usage', { key })
  assert.equal(body.data.remainingCredits, 9)
})

test('an idempotency key returns the stored response without a second scrape', async () => {
  const body = { url: `${site.url}/`, maxAge: 0 }
  const headers = { 'x-idempotency-key': 'same' }
  const first = await service.ask('POST', '/v2/scrape', { body, headers })
  const asked = site.requests.length
  const second = await service.ask('POST', '/v2/scrape', { body, headers })
  assert.deepEqual(second.body, first.body)
  assert.equal(site.requests.length, asked)
  const other = { ...body, onlyMainContent: false }
  const conflict = await service.ask('POST', '/v2/scrape', { body: other, headers })
  assert.equal(conflict.status, 409)
})

test('the activity lists the scrapes of a team without credentials', async () => {
  const { key } = await addTeam(service.database)
  const url = `${site.url.replace('://', '://user:secret@')}/`
  const { body: scraped } = await scrape({ url }, key)
  assert.equal(scraped.data.metadata.sourceURL, `${site.url}/`)
  const { body } = await service.ask('GET', '/v2/team/activity', { key })
  const [{ id, endpoint, target }] = body.data
  assert.deepEqual(
    [id, endpoint, target],
    [scraped.data.metadata.scrapeId, 'scrape', `${site.url}/`],
  )
})
