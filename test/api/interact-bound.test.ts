import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Firecrawl } from 'firecrawl'
import { missingForBoxes } from '#interact/box/probe.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { httpClients } from '#test/fixtures/mcp-clients.ts'
import { startModelService } from '#test/fixtures/model-service.ts'
import type { ModelRequest } from '#test/fixtures/model-protocols.ts'
import { countCredits } from '#test/fixtures/session-cost.ts'
import { startSite } from '#test/fixtures/site.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { firstKey, startService } from '#test/service.ts'

const missing = await missingForBoxes()
const skip = missing === undefined ? false : `skipped: ${missing}`

const shop = `<title>Shop</title><h1>Shop</h1>
<button id="open" onclick="document.querySelector('form').hidden = false">Order</button>
<form hidden onsubmit="event.preventDefault(); document.querySelector('output').textContent = 'Ordered for ' + this.name.value">
<input name="name" placeholder="Name"><button>Send</button></form><output role="status"></output>
<p id="facts"></p><script>facts.textContent = [navigator.language, screen.width,
  Intl.DateTimeFormat().resolvedOptions().timeZone].join(' ')</script>`

let script: (request: ModelRequest) => object = () => ({ text: 'done' })
let cookies: (string | undefined)[] = []
const service = await startModelService(
  (request) => ({ usage: null, ...script(request) }),
  {},
  {
    WEIR_BROWSER_PAGES_MAX: '1',
    WEIR_LLM_CONTEXT: '32768',
    WEIR_KEYLESS_REQUESTS: '20',
  },
)
const apiUrl = await service.service.listen()
const site = await startSite((request, response) => {
  cookies.push(request.headers.cookie)
  response.setHeader('content-type', 'text/html').end(shop)
})
disposeAfterTests(service, site)

async function scrape(more: object = {}): Promise<string> {
  const { status, body } = await service.service.ask('POST', '/v2/scrape', {
    body: { url: site.url, ...more },
  })
  assert.equal(status, 200, JSON.stringify(body))
  return String(body.data.metadata.scrapeId)
}
const interact = (id: string, body: object, key?: string) =>
  service.service.ask('POST', `/v2/scrape/${id}/interact`, { body, ...(key && { key }) })
const end = (id: string, key?: string) =>
  service.service.ask('DELETE', `/v2/scrape/${id}/interact`, key ? { key } : {})

test(
  'concurrent first calls share one session, which shows the page as it was scraped',
  { skip },
  async () => {
    const id = await scrape({
      headers: { Cookie: 'who=ann' },
      location: { country: 'DE' },
      mobile: true,
      actions: [{ type: 'click', selector: '#open' }, { type: 'screenshot' }],
    })
    cookies = []
    const code = `[await page.title(), await page.locator('form').isVisible(), await page.locator('#facts').innerText()]`
    const replies = await Promise.all([interact(id, { code }), interact(id, { code })])
    for (const { status, body } of replies) {
      assert.equal(status, 200, JSON.stringify(body))
      assert.deepEqual(
        [body.success, body.result, body.exitCode, body.killed, body.stderr],
        [true, '["Shop",true,"de-DE 412 Europe/Berlin"]', 0, false, ''],
      )
      assert.match(body.cdpUrl, /^ws:/)
    }
    assert.equal(replies[0]?.body.sessionId, replies[1]?.body.sessionId)
    assert.deepEqual([...new Set(cookies)], ['who=ann'])
    const failed = await interact(id, { code: 'throw new Error("no")' })
    assert.deepEqual([failed.status, failed.body.success, failed.body.exitCode], [200, false, 1])
    const { sessionId } = failed.body
    const dialog = await interact(id, {
      code: `page.on('dialog', (each) => each.accept()); await page.evaluate(() => confirm('Sure?'))`,
      existingSessionId: sessionId,
    })
    assert.deepEqual([dialog.body.result, dialog.body.error], ['true', undefined])
    const unhandled = await interact(id, {
      code: `await page.evaluate(() => void setTimeout(() => (document.title = String(confirm('Sure?'))))); 1`,
    })
    assert.equal(unhandled.body.result, '1')
    const other = await interact(id, { code: '1', existingSessionId: id })
    assert.deepEqual([other.status, other.body.error], [404, 'Browser session not found.'])

    const ended = await end(id)
    assert.deepEqual([ended.status, ended.body.creditsBilled], [200, countCredits(ended.body, 2)])
    assert.ok(ended.body.sessionDurationMs > 0)
    assert.deepEqual((await end(id)).body, ended.body)
    const late = await interact(id, { code: '1' })
    assert.deepEqual([late.status, late.body.error], [410, 'Browser session has been destroyed.'])
  },
)

/** Reads the number of an element from what the model was shown last. */
const findRef = (request: ModelRequest, part: string) =>
  new RegExp(`\\[(e\\d+)\\] [^\\n]*${part}`).exec(request.results.at(-1) ?? '')?.[1]

test(
  'a prompt uses the page until the model answers, and costs seven credits per minute',
  { skip },
  async () => {
    const steps: ((request: ModelRequest) => object)[] = [
      () => ({ calls: [{ name: 'look', input: {} }] }),
      (seen) => ({
        calls: [{ name: 'act', input: { action: 'click', element: findRef(seen, 'Order') } }],
      }),
      (seen) => ({
        calls: [
          { name: 'act', input: { action: 'fill', element: findRef(seen, 'Name'), text: 'Ann' } },
          { name: 'act', input: { action: 'click', element: findRef(seen, 'Send') } },
        ],
      }),
      (seen) => ({
        text: `The page says: ${/Ordered for \w+/.exec(seen.results.at(-1) ?? '')?.[0]}`,
      }),
    ]
    script = (request) => steps.shift()?.(request) ?? { text: 'nothing left' }
    const id = await scrape()
    const { status, body } = await interact(id, { prompt: 'Order for Ann.' })
    assert.equal(status, 200, JSON.stringify(body))
    assert.deepEqual([body.success, body.output], [true, 'The page says: Ordered for Ann'])
    const shown = await interact(id, { code: `await page.locator('output').innerText()` })
    assert.equal(shown.body.result, 'Ordered for Ann')
    script = () => ({ text: '', refusal: 'No.', finish: 'filter' })
    const refused = await interact(id, { prompt: 'Do it again.' })
    assert.equal(refused.status, 502)
    assert.match(refused.body.error, /^Browser agent failed to execute the task\./)
    script = () => ({ hangs: true })
    const slow = await interact(id, { prompt: 'Again.', timeout: 1 })
    assert.deepEqual([slow.status, slow.body.success, slow.body.killed], [200, false, true])
    const ended = await end(id)
    assert.equal(ended.body.creditsBilled, countCredits(ended.body, 7))
  },
)

test('the public SDK interacts with a scrape and stops', { skip }, async () => {
  const sdk = new Firecrawl({ apiKey: firstKey, apiUrl })
  const { metadata } = await sdk.scrape(site.url)
  const id = String(metadata?.scrapeId)
  const ran = await sdk.interact(id, { code: 'await page.title()' })
  assert.deepEqual([ran.success, ran.result], [true, 'Shop'])
  script = () => ({ text: 'A shop.' })
  const asked = await sdk.interact(id, { prompt: 'What is this?' })
  assert.deepEqual([asked.success, asked.output], [true, 'A shop.'])
  const stopped = await sdk.stopInteraction(id)
  assert.deepEqual([stopped.success, stopped.creditsBilled], [true, countCredits(stopped, 7)])
})

/** Sends a request without a key from an address. */
async function keyless(url: string, body: object | undefined, remoteAddress = '198.51.100.7') {
  const answer = await service.service.server.inject({
    method: body ? 'POST' : 'DELETE',
    url,
    remoteAddress,
    ...(body && { payload: body }),
  })
  return { status: answer.statusCode, body: answer.json() }
}

test('without a key a prompt uses the page that the same address has read', { skip }, async () => {
  script = ({ results }) =>
    results.length === 0
      ? { calls: [{ name: 'look', input: {} }] }
      : { text: /^# Shop/m.test(results[0] ?? '') ? 'It is a shop.' : results[0] }
  const read = await keyless('/v2/scrape', { url: site.url })
  const path = `/v2/scrape/${read.body.data.metadata.scrapeId}/interact`
  const prompt = { prompt: 'What is this?' }
  const asked = await keyless(path, prompt)
  assert.deepEqual([asked.status, asked.body.output], [200, 'It is a shop.'])
  assert.deepEqual([asked.body.cdpUrl, asked.body.interactiveLiveViewUrl], [null, null])
  assert.match(asked.body.liveViewUrl, /\/live\//)
  const again = await keyless(path, prompt)
  assert.equal(again.body.sessionId, asked.body.sessionId)
  const program = await keyless(path, { code: '1' })
  assert.equal(program.status, 403)
  const stranger = await keyless(path, prompt, '198.51.100.8')
  assert.equal(stranger.status, 404)
  assert.equal((await keyless(path, undefined, '198.51.100.8')).status, 404)
  const ended = await keyless(path, undefined)
  assert.deepEqual([ended.status, ended.body.creditsBilled], [200, countCredits(ended.body, 7)])
})

test('without a key the tool of the MCP server takes a prompt', { skip }, async () => {
  script = () => ({ text: 'A shop.' })
  await using client = await httpClients['sdk 2, 2026-07-28'](`${apiUrl}/mcp`, '')
  const given = { url: site.url, prompt: 'What is this?' }
  const used = await client.call('firecrawl_interact', given)
  assert.equal(used.isError, false, used.texts[0])
  const reply = JSON.parse(used.texts[0] ?? '') as Record<string, unknown>
  assert.equal(reply['output'], 'A shop.')
  const ended = await client.call('firecrawl_interact_stop', { scrapeId: reply['scrapeId'] })
  assert.match(ended.texts[0] ?? '', /creditsBilled/)
})

test('a prompt in a session of its own', { skip }, async () => {
  script = ({ results }) =>
    results.length === 0
      ? { calls: [{ name: 'open', input: { url: site.url } }] }
      : { text: /Page: (\w+)/.exec(results[0] ?? '')?.[1] }
  const { body: created } = await service.service.ask('POST', '/v2/interact', { body: {} })
  const path = `/v2/interact/${created.id}`
  const { body } = await service.service.ask('POST', `${path}/execute`, {
    body: { prompt: 'What is the title?' },
  })
  assert.deepEqual([body.success, body.output, body.result], [true, 'Shop', 'Shop'])
  const ended = await service.service.ask('DELETE', path)
  assert.equal(ended.body.creditsBilled, countCredits(ended.body, 7))
})

test(
  'a profile is saved when its session ends, and one session at a time may save',
  { skip },
  async () => {
    const create = async (saveChanges: boolean) =>
      service.service.ask('POST', '/v2/interact', {
        body: { profile: { name: 'shop', saveChanges } },
      })
    const run = async (id: string, code: string) => {
      const { body } = await service.service.ask('POST', `/v2/interact/${id}/execute`, {
        body: { code },
      })
      assert.equal(body.error, undefined)
      return body.result
    }
    const stop = (id: string) => service.service.ask('DELETE', `/v2/interact/${id}`)
    const { body: first } = await create(true)
    const read = `await page.goto(${JSON.stringify(site.url)}); await page.evaluate(async () => {
      const opened = Promise.withResolvers(); const request = indexedDB.open('shop')
      request.onupgradeneeded = () => request.result.createObjectStore('cart').put('bread', 1)
      request.onsuccess = () => opened.resolve(request.result.transaction('cart').objectStore('cart').get(1))
      const found = await opened.promise
      await new Promise((resolve) => { found.onsuccess = resolve })
      const seen = document.cookie + ' ' + localStorage.name + ' ' + found.result
      document.cookie = 'id=1; max-age=1000'; localStorage.name = 'Ann'
      const next = request.result.transaction('cart', 'readwrite')
      next.objectStore('cart').put('cake', 1)
      await new Promise((resolve) => { next.oncomplete = resolve })
      return seen })`
    assert.equal(await run(first.id, read), ' undefined bread')
    const second = await create(true)
    assert.equal(second.status, 409)
    assert.match(second.body.error, /^Another session is currently writing to this profile\./)
    const remove = () => service.service.ask('DELETE', '/v2/browser/profiles/shop')
    const kept = await remove()
    assert.equal(kept.status, 409)
    assert.match(kept.body.error, /^A session is currently saving to this profile\./)
    await stop(first.id)
    const { body: third } = await create(false)
    assert.equal(await run(third.id, read), 'id=1 Ann cake')
    await stop(third.id)
    const { body: lost } = await create(true)
    await service.service.database.query(
      `update browser_sessions set owner = gen_random_uuid(), leased_until = now() where id = $1`,
      [lost.id],
    )
    await service.service.ask('GET', `/v2/interact/${lost.id}`)
    assert.equal((await remove()).status, 200)
    const [row] = await service.service.database.query<{ n: number }>(
      `select count(*)::int as n from profiles`,
    )
    assert.equal(row?.n, 0)
  },
)

test('calls that name no usable scrape are refused', { skip }, async () => {
  const id = await scrape()
  const { key } = await addTeam(service.service.database)
  const unknown = '0199b0a0-0000-7000-8000-000000000000'
  for (const reply of [
    await interact(unknown, { code: '1' }),
    await interact(id, { code: '1' }, key),
  ])
    assert.deepEqual([reply.status, reply.body.error], [404, 'Job not found.'])
  for (const reply of [await end(unknown), await end(id), await end(id, key)])
    assert.deepEqual([reply.status, reply.body.error], [404, 'Browser session not found.'])
  const none = await interact(id, {})
  assert.equal(none.status, 400)
  assert.match(JSON.stringify(none.body), /Either 'code' or 'prompt' must be provided\./)
  assert.equal((await interact('x', { code: '1' })).status, 400)
  await service.service.database.query('update scrapes set replay = null where id = $1', [id])
  const without = await interact(id, { code: '1' })
  assert.deepEqual(
    [without.status, without.body.error],
    [409, 'Replay context is unavailable for this scrape job. Please rerun the scrape.'],
  )
})

test('a page that does not open again ends the session without cost', { skip }, async () => {
  const id = await scrape({ actions: [{ type: 'click', selector: '#open' }] })
  const { site: gone } = { site }
  await gone[Symbol.asyncDispose]()
  const { status, body } = await interact(id, { code: '1' })
  assert.equal(status, 409)
  assert.match(
    body.error,
    /^Failed to initialize browser session from the original scrape context\. /,
  )
  const [row] = await service.service.database.query<{ billed: number; slots: number }>(
    `select credits_billed as billed, (select count(*)::int from slots) as slots
     from browser_sessions where scrape_id = $1`,
    [id],
  )
  assert.deepEqual([row?.billed, row?.slots], [0, 0])
})

test('without a language model a prompt is refused before anything is created', async () => {
  await using plain = await startService()
  const path = '/v2/scrape/0199b0a0-0000-7000-8000-000000000000/interact'
  const { status, body } = await plain.ask('POST', path, { body: { prompt: 'Buy.' } })
  assert.equal(status, 503)
  assert.match(body.error, /WEIR_LLM_PROVIDER/)
})
