import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { Firecrawl } from 'firecrawl'
import { WebSocket } from 'ws'
import { createOutbox } from '#delivery/outbox.ts'
import { testDatabase } from '#test/database.ts'
import { finishedJob } from '#test/fixtures/finished-job.ts'
import { silentLog } from '#test/fixtures/silent-log.ts'
import { testSeals } from '#test/fixtures/content-seals.ts'
import { article, startPages, type Pages } from '#test/fixtures/pages.ts'
import { columnsWith } from '#test/fixtures/search-database.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { startReceiver, type Receiver } from '#test/fixtures/webhook-receiver.ts'
import { startService } from '#test/service.ts'

type Service = Awaited<ReturnType<typeof startService>>

/** In every URL, page, header and message. */
const canary = 'canary7f3a9c'
const lines: string[] = []
const note = (fields: object, message: string) =>
  void lines.push(`${message} ${JSON.stringify(fields)}`)
const log = { debug: note, info: note, warn: note, error: note }

let service: Service
let site: Pages
let receiver: Receiver
let apiUrl = ''
const numbers = Array.from({ length: 12 }, (_, index) => index)
const links = (...paths: readonly string[]) =>
  paths.map((path) => `<a href="/${canary}/${path}">${path}</a>`).join(' ')

before(async () => {
  service = await startService({ log })
  site = await startPages({
    '/robots.txt': {
      headers: { 'content-type': 'text/plain' },
      body: `User-agent: *\nDisallow: /${canary}/closed`,
    },
    [`/${canary}/`]: `${article(`Home ${canary}`)}${links(...numbers.map(String), 'closed', 'moved', 'file.bin')}`,
    ...Object.fromEntries(numbers.map((n) => [`/${canary}/${n}`, article(`${canary} ${n}`)])),
    [`/${canary}/moved`]: { status: 302, headers: { location: `/${canary}/1` } },
    [`/${canary}/file.bin`]: {
      headers: { 'content-type': 'application/octet-stream' },
      body: Buffer.alloc(64, 1),
    },
  })
  receiver = await startReceiver()
  apiUrl = await service.listen()
})
after(async () => {
  await receiver[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

const home = () => `${site.url}/${canary}/`
const allowed = () => addTeam(service.database, { zeroDataRetention: 'allowed' })
const sealed = { zeroDataRetention: true }

const post = (path: string, body: object, key: string) => startAt(service, path, { body, key })

async function startAt(from: Service, path: string, ask: { body: object; key: string }) {
  const answer = await from.ask('POST', path, ask)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.id as string
}

const finished = (path: string, key: string, from = service) => finishedJob(from, path, key)

/** Nothing of it is written, whatever the job is doing. */
async function assertUnwritten() {
  assert.deepEqual(await columnsWith(canary, service.database), [])
  assert.ok(!lines.some((line) => line.includes(canary)), lines.join('\n'))
}

const readSource = ({ metadata }: { metadata: { sourceURL: string } }) => metadata.sourceURL

test('a crawl under zero data retention returns everything and stores only numbers', async () => {
  const { key } = await allowed()
  const id = await post('/v2/crawl', { url: home(), delay: 0.05, ...sealed }, key)
  const { body: active } = await service.ask('GET', '/v2/crawl/active', { key })
  assert.deepEqual(
    active.crawls.map(({ url }: { url: string }) => url),
    [home()],
  )
  await assertUnwritten()
  const body = await finished(`/v2/crawl/${id}`, key)
  await assertUnwritten()

  assert.deepEqual([body.status, body.completed, body.creditsUsed], ['completed', 13, 26])
  assert.equal(body.data.length, 13)
  assert.match(body.data[0].markdown, new RegExp(`^# Home ${canary}`))
  assert.equal(body.data[0].metadata.creditsUsed, 2)
  const { body: usage } = await service.ask('GET', '/v2/team/credit-usage', { key })
  assert.equal(usage.data.remainingCredits, 1_000 - 26)
  const hour = Date.parse(body.expiresAt) - Date.parse(body.completedAt)
  assert.ok(Math.abs(hour - 3_600_000) < 5_000, `${hour}`)

  const { body: failed } = await service.ask('GET', `/v2/crawl/${id}/errors`, { key })
  assert.deepEqual(failed.robotsBlocked, [`${home()}closed`])
  assert.deepEqual(
    failed.errors.map(({ url, code }: { url: string; code: string }) => [url, code]),
    [[`${home()}file.bin`, 'SCRAPE_UNSUPPORTED_FILE_ERROR']],
  )
  const { body: activity } = await service.ask('GET', '/v2/team/activity', { key })
  assert.deepEqual(
    activity.data.map(({ target }: { target: unknown }) => target),
    [null],
  )
})

test('the same crawl without zero data retention is stored (control)', async () => {
  const { key } = await addTeam(service.database)
  const webhook = { url: receiver.url, metadata: { canary } }
  const id = await post('/v2/crawl', { url: home(), limit: 3, webhook }, key)
  await finished(`/v2/crawl/${id}`, key)
  const found = await columnsWith(canary, service.database)
  for (const column of ['jobs.url', 'job_pages.url', 'job_documents.document']) {
    assert.ok(found.includes(column), found.join())
  }
  const isIndexed = async () =>
    (await service.database.query('select from search_pending limit 1')).length === 0
  while (!(await isIndexed())) await setTimeout(20)
  const written = ['jobs', 'activity', 'deliveries', 'cached_pages', 'cached_bodies']
  for (const table of [...written, 'search_pages', 'search_words']) {
    await service.database.query(`delete from ${table}`)
  }
})

test('status pages can be read until the hour is over', async () => {
  const { key } = await allowed()
  const id = await post('/v2/crawl', { url: home(), sitemap: 'skip', ...sealed }, key)
  await finished(`/v2/crawl/${id}`, key)
  const seen: string[] = []
  let next: string | undefined = `${apiUrl}/v2/crawl/${id}?limit=5`
  while (next !== undefined) {
    const { pathname, search } = new URL(next)
    const { body } = await service.ask('GET', pathname + search, { key })
    seen.push(...body.data.map(readSource))
    next = body.next
  }
  assert.equal(new Set(seen).size, 13)
  await service.database.query('update jobs set expires_at = now() where id = $1', [id])
  const { status, body } = await service.ask('GET', `/v2/crawl/${id}`, { key })
  assert.deepEqual([status, body.error], [404, 'Job expired'])
})

test('a batch accepts more URLs under the same retention, each at its price', async () => {
  const { key } = await addTeam(service.database, {
    zeroDataRetention: 'allowed',
    concurrencyMax: 1,
    credits: 30,
  })
  const urls = numbers.map((n) => `${home()}${n}`)
  const id = await post('/v2/batch/scrape', { urls, ...sealed }, key)
  const append = (options: object) =>
    service.ask('POST', '/v2/batch/scrape', {
      body: { urls: [`${home()}1`], appendToId: id, ...options },
      key,
    })
  const { status, body: refusal } = await append({})
  assert.deepEqual(
    [status, refusal.error],
    [400, 'zeroDataRetention must be the same as for the batch.'],
  )
  assert.equal((await append(sealed)).status, 200)
  const body = await finished(`/v2/batch/scrape/${id}`, key)
  assert.deepEqual([body.total, body.completed, body.creditsUsed], [13, 13, 26])
  const dear = { urls: urls.slice(0, 3), ...sealed }
  assert.equal((await service.ask('POST', '/v2/batch/scrape', { body: dear, key })).status, 402)
  await assertUnwritten()
})

test('a cancelled crawl stops', async () => {
  const { key } = await allowed()
  const id = await post('/v2/crawl', { url: home(), delay: 5, ...sealed }, key)
  assert.equal((await service.ask('DELETE', `/v2/crawl/${id}`, { key })).status, 200)
  const { body } = await service.ask('GET', `/v2/crawl/${id}`, { key })
  assert.equal(body.status, 'cancelled')
  assert.ok(Date.parse(body.expiresAt) < Date.now() + 3_700_000)
})

test('a crawl is streamed over a WebSocket', async () => {
  const { key } = await allowed()
  const id = await post('/v2/crawl', { url: home(), delay: 0.05, limit: 5, ...sealed }, key)
  const socket = new WebSocket(`${apiUrl.replace('http', 'ws')}/v2/crawl/${id}`, key)
  const frames: { type: string; data?: { data?: object[] } }[] = []
  socket.on('message', (message: Buffer) => frames.push(JSON.parse(message.toString()) as never))
  await once(socket, 'close')
  const shown = frames.filter(({ type }) => type === 'document').length
  assert.equal(shown + (frames[0]?.data?.data?.length ?? 0), 5)
  assert.equal(frames.at(-1)?.type, 'done')
})

test('webhooks carry full content, and their log is kept as long as the job', async () => {
  const { key } = await allowed()
  const webhook = {
    url: `${receiver.url}/${canary}`,
    metadata: { canary },
    headers: { 'x-canary': canary },
  }
  const id = await post('/v2/crawl', { url: home(), limit: 4, webhook, ...sealed }, key)
  await finished(`/v2/crawl/${id}`, key)
  const delivered = () => receiver.messages.filter((message) => message['id'] === id)
  while (delivered().at(-1)?.['type'] !== 'crawl.completed') await setTimeout(25)
  const pages = delivered().filter(({ type }) => type === 'crawl.page')
  assert.equal(delivered()[0]?.['type'], 'crawl.started')
  assert.deepEqual(delivered().at(-1)?.['metadata'], { canary })
  assert.deepEqual(
    pages.flatMap(({ data }) =>
      (data as never[]).map((page) => readSource(page).startsWith(home())),
    ),
    [true, true, true, true],
  )
  await assertUnwritten()

  const deliveries = async () =>
    (await service.ask('GET', `/v2/webhooks/deliveries?jobId=${id}`, { key })).body.data
  const urls = (await deliveries()).map(({ url }: { url: string }) => url)
  assert.deepEqual(new Set(urls), new Set([webhook.url]))
  const [{ id: deliveryId }] = await deliveries()
  const { data } = (await service.ask('GET', `/v2/webhooks/deliveries/${deliveryId}`, { key })).body
  assert.deepEqual([data.attempts, data.request, data.attemptLog], [1, null, []])
  const { database } = service
  await database.query('delete from jobs where id = $1', [id])
  const contentSeals = testSeals(database)
  await createOutbox({ database, contentSeals, log: silentLog }).sweep()
  assert.deepEqual(await deliveries(), [])
})

test('the public SDK crawls and batches under zero data retention', async () => {
  const { key: apiKey } = await allowed()
  const client = new Firecrawl({ apiKey, apiUrl })
  const crawl = await client.crawl(home(), { limit: 3, pollInterval: 1, ...sealed })
  const batch = await client.batchScrape([`${home()}1`], { pollInterval: 1, ...sealed })
  const got = [crawl, batch].map(({ status, data }) => [status, data.length])
  assert.deepEqual(got, [
    ['completed', 3],
    ['completed', 1],
  ])
  await assertUnwritten()
})

test('teams without permission are refused, and so are formats that are stored', async () => {
  const off = await addTeam(service.database)
  const forced = await addTeam(service.database, { zeroDataRetention: 'forced' })
  const bodies = { '/v2/crawl': { url: home() }, '/v2/batch/scrape': { urls: [home()] } }
  for (const [path, body] of Object.entries(bodies)) {
    const ask = (options: object, key: string) =>
      service.ask('POST', path, { body: { ...body, ...options }, key })
    const refused = await ask(sealed, off.key)
    assert.match(`${refused.status} ${refused.body.error}`, /^403 Zero Data Retention \(ZDR\)/)
    const formats = { formats: ['screenshot'] }
    const options = path === '/v2/crawl' ? { scrapeOptions: formats } : formats
    const stored = await ask(options, forced.key)
    assert.deepEqual([stored.status, stored.body.code], [400, 'SCRAPE_ZDR_VIOLATION_ERROR'])
  }
})

test('a team with forced zero data retention need not request it, and its responses are not stored', async () => {
  const { key } = await addTeam(service.database, { zeroDataRetention: 'forced' })
  const body = { urls: [`${home()}1`, `not a url ${canary}`] }
  const ask = () =>
    service.ask('POST', '/v2/batch/scrape', {
      body,
      key,
      headers: { 'x-idempotency-key': 'once' },
    })
  const first = await ask()
  assert.deepEqual(first.body.invalidURLs, [`not a url ${canary}`])
  assert.notEqual((await ask()).body.id, first.body.id)
  const { creditsUsed } = await finished(`/v2/batch/scrape/${first.body.id}`, key)
  assert.equal(creditsUsed, 2)
  await assertUnwritten()
})

test('processes share the keys in memory, and they are lost with the last process', async () => {
  await using database = await testDatabase()
  const start = (role: string) =>
    startService({
      databaseUrl: database.url,
      log,
      env: { WEIR_ROLE: role, WEIR_SECRET: 'a'.repeat(32) },
    })
  const { key } = await addTeam(database, { zeroDataRetention: 'allowed' })
  const crawl = { url: home(), delay: 0.1, ...sealed }
  const ids: string[] = []
  {
    await using early = await start('api')
    ids.push(await startAt(early, '/v2/crawl', { body: crawl, key }))
    await using worker = await start('worker')
    const { completed } = await finished(`/v2/crawl/${ids[0]}`, key, early)
    assert.equal(completed, 13)
    await using late = await start('api')
    // Until the newcomer has the key it says so.
    let answer = await late.ask('GET', `/v2/crawl/${ids[0]}`, { key })
    for (; answer.status === 503; answer = await late.ask('GET', `/v2/crawl/${ids[0]}`, { key })) {
      assert.match(answer.body.error, /^This process does not have the key of this job yet/)
      await setTimeout(100)
    }
    assert.equal(answer.body.data.length, 13)
    ids.push(await startAt(late, '/v2/crawl', { body: { ...crawl, delay: 60 }, key }))
    assert.ok(worker)
  }
  assert.deepEqual(await columnsWith(canary, database), [])
  const counts = await database.query(
    `select (select count(*) from job_pages) as pages, (select count(*) from job_documents) as documents`,
  )
  assert.deepEqual(counts, [{ pages: 0, documents: 0 }])

  await using again = await start('all')
  const gone = await again.ask('GET', `/v2/crawl/${ids[0]}`, { key })
  assert.deepEqual([gone.status, gone.body.error], [404, 'Job expired'])
  const { status, body } = await again.ask('GET', `/v2/crawl/${ids[1]}`, { key })
  assert.deepEqual([status, body.status, body.data, body.next], [200, 'failed', [], undefined])
  assert.match(body.error, /^The process that had the key of this job has ended/)
  const cancel = await again.ask('DELETE', `/v2/crawl/${ids[1]}`, { key })
  assert.deepEqual([cancel.status, cancel.body.error], [409, 'Crawl is already failed'])
})
