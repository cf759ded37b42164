import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { isGenuine } from '#delivery/signature.ts'
import { article, startPages, type Pages } from '#test/fixtures/pages.ts'
import { columnsWith } from '#test/fixtures/search-database.ts'
import { startSite, type Site } from '#test/fixtures/site.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { until } from '#test/fixtures/until.ts'
import { startService } from '#test/service.ts'
import { createWebhookSecrets } from '#accounts/webhook-secrets.ts'
import { createSecret } from '#storage/secret.ts'

interface Message {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
  readonly body: {
    type: string
    id: string
    success: boolean
    webhookId: string
    data: { metadata: { sourceURL: string; scrapeId?: string } }[]
    metadata: unknown
    error?: string
  }
}

let service: Awaited<ReturnType<typeof startService>>
let site: Pages
let receiver: Site
const messages: Message[] = []
before(async () => {
  service = await startService()
  site = await startPages({
    '/a/': `${article('A')}<a href="/a/1">1</a> <a href="/a/file.bin">file</a>`,
    '/a/1': article('One'),
    '/a/file.bin': {
      headers: { 'content-type': 'application/octet-stream' },
      body: Buffer.alloc(9, 1),
    },
  })
  receiver = await startSite((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      messages.push({ headers: request.headers as never, text, body: JSON.parse(text) as never })
      if (request.url === '/moved') response.writeHead(302, { location: '/' })
      response.end()
    })
  })
})
after(async () => {
  await receiver[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

async function crawl(webhook: unknown): Promise<string> {
  const body = { url: `${site.url}/a/`, sitemap: 'skip', webhook }
  const answer = await service.ask('POST', '/v2/crawl', { body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.id
}

const of = (id: string) => messages.filter(({ body }) => body.id === id)

test('a crawl sends signed webhooks for start, every page and end in order', async () => {
  const id = await crawl({ url: receiver.url, metadata: { order: 7 }, headers: { 'x-shop': 'a' } })
  await until(() => of(id).some(({ body }) => body.type === 'crawl.completed'))
  const told = of(id)
  const types = told.map(({ body }) => body.type)
  assert.equal(types[0], 'crawl.started')
  assert.equal(types.at(-1), 'crawl.completed')
  const pages = told.filter(({ body }) => body.type === 'crawl.page').map(({ body }) => body)
  assert.deepEqual(
    pages
      .map(({ success, data }) => `${success} ${data[0]?.metadata.sourceURL.replace(site.url, '')}`)
      .toSorted(),
    ['false /a/file.bin', 'true /a/', 'true /a/1'],
  )
  assert.match(pages.find(({ success }) => !success)?.error ?? '', /cannot be read/)
  for (const { headers, body, text } of told) {
    assert.deepEqual(body.metadata, { order: 7 })
    assert.equal(headers['x-shop'], 'a')
    const [{ teamId } = { teamId: '' }] = await service.database.query<{ teamId: string }>(
      'select id as "teamId" from teams limit 1',
      [],
    )
    const deriveKey = createSecret({ configured: undefined, dataDir: service.dataDir })
    const { database } = service
    const secret = (await createWebhookSecrets({ database, deriveKey }).read(teamId)) ?? ''
    assert.equal(isGenuine(headers, text, { secret, now: new Date() }), true)
    const hmac = createHmac('sha256', secret).update(text).digest('hex')
    assert.equal(headers['x-firecrawl-signature'], `sha256=${hmac}`)
  }
})

test('events that need no order are sent at once', async () => {
  const held: (() => unknown)[] = []
  await using patient = await startSite((_, response) => {
    held.push(() => response.end())
    if (held.length === 3) for (const answer of held) answer()
  })
  await crawl({ url: patient.url, events: ['page'], ordered: false })
  await until(() => held.length === 3)
})

test('events can be selected, and a cancelled crawl sends its event', async () => {
  const id = await crawl({ url: receiver.url, events: ['completed'] })
  await until(() => of(id).length > 0)
  assert.deepEqual(
    of(id).map(({ body }) => body.type),
    ['crawl.completed'],
  )
  const body = { url: `${site.url}/a/`, delay: 5, webhook: receiver.url }
  const { body: slow } = await service.ask('POST', '/v2/crawl', { body })
  await service.ask('DELETE', `/v2/crawl/${slow.id}`)
  await until(() => of(slow.id).some(({ body: message }) => message.type === 'crawl.cancelled'))
})

test('a webhook has exactly the headers and members of the contract', async () => {
  const headers = { 'Content-Type': 'application/vnd.shop+json', Authorization: 'Bearer shop' }
  const id = await crawl({ url: receiver.url, headers })
  await until(() => of(id).some(({ body }) => body.type === 'crawl.completed'))
  for (const { headers: sent, body } of of(id)) {
    const isPage = body.type === 'crawl.page'
    assert.deepEqual(Object.keys(body), [
      'success',
      'type',
      'id',
      'webhookId',
      'data',
      'metadata',
      ...(body.success ? [] : ['error']),
    ])
    assert.deepEqual(body.metadata, {})
    assert.equal(body.data.length, isPage ? 1 : 0)
    assert.equal(sent['content-type'], 'application/vnd.shop+json')
    assert.equal(sent['authorization'], 'Bearer shop')
    assert.equal(sent['x-firecrawl-webhook-id'], body.webhookId)
    assert.equal(sent['webhook-id'], body.webhookId)
    assert.equal(sent['x-firecrawl-event'], body.type)
    assert.equal(sent['x-firecrawl-job-id'], id)
    assert.equal(sent['x-firecrawl-delivery-mode'], 'queued')
    assert.equal(sent['x-firecrawl-scrape-id'] !== undefined, isPage)
    if (isPage && body.success) {
      assert.equal(sent['x-firecrawl-scrape-id'], body.data[0]?.metadata.scrapeId)
    }
  }
})

async function heard(events: readonly string[]) {
  const id = await crawl({ url: receiver.url, events: [...events, 'crawl.completed'] })
  await until(() => of(id).some(({ body }) => body.type === 'crawl.completed'))
  return [...new Set(of(id).map(({ body }) => body.type))].slice(0, -1)
}

test('events are selected by full or short name', async () => {
  assert.deepEqual(await heard(['crawl.page']), ['crawl.page'])
  assert.deepEqual(await heard(['started']), ['crawl.started'])
  assert.deepEqual(await heard(['failed', 'cancelled']), [])
})

async function cancelled(events?: readonly string[]) {
  const webhook = { url: receiver.url, ...(events && { events }) }
  const body = { url: `${site.url}/a/`, delay: 5, webhook }
  const { body: job } = await service.ask('POST', '/v2/crawl', { body })
  await service.ask('DELETE', `/v2/crawl/${job.id}`)
  const { body: log } = await service.ask('GET', `/v2/webhooks/deliveries?jobId=${job.id}`)
  return (log.data as { type: string }[]).some(({ type }) => type === 'crawl.cancelled')
}

test('the cancelled event is sent only to subscribers', async () => {
  assert.equal(await cancelled(), true)
  assert.equal(await cancelled(['cancelled']), true)
  assert.equal(await cancelled(['crawl.cancelled']), true)
  assert.equal(await cancelled(['completed']), false)
})

test('a batch has its own events', async () => {
  const body = { urls: [`${site.url}/a/1`], webhook: { url: receiver.url } }
  const { body: batch } = await service.ask('POST', '/v2/batch/scrape', { body })
  await until(() => of(batch.id).length === 3)
  assert.deepEqual(
    of(batch.id).map(({ body: message }) => message.type),
    ['batch_scrape.started', 'batch_scrape.page', 'batch_scrape.completed'],
  )
})

test('webhook redirects are not followed and are logged', async () => {
  const id = await crawl({ url: `${receiver.url}/moved`, events: ['started'] })
  await until(() => of(id).length === 1)
  const log = async () =>
    (await service.ask('GET', `/v2/webhooks/deliveries?jobId=${id}`)).body.data
  while ((await log())[0]?.status === null) await setTimeout(20)
  const [delivery, ...others] = await log()
  assert.deepEqual(others, [])
  assert.deepEqual([delivery.state, delivery.status, delivery.attempts], ['waiting', 302, 1])
  assert.equal(of(id).length, 1)
  const replay = await service.ask('POST', `/v2/webhooks/deliveries/${delivery.id}/replay`)
  assert.equal(replay.status, 404)
})

async function refused(webhook: unknown) {
  const { status, body } = await service.ask('POST', '/v2/crawl', {
    body: { url: site.url, webhook },
  })
  return `${status} ${body.error} ${JSON.stringify(body.details ?? '')}`
}

test('an invalid webhook URL is refused', async () => {
  assert.match(await refused('ftp://example.com'), /^400 /)
  assert.match(
    await refused({ url: receiver.url, headers: { 'X-Firecrawl-Event': 'x' } }),
    /^400 .*X-Firecrawl-Event/,
  )
  assert.match(await refused({ url: receiver.url, events: ['nonsense'] }), /^400 /)
  const names = { 'X-Firecrawl-Signature': 'x', 'x-firecrawl-delivery-mode': 'direct' }
  assert.match(
    await refused({ url: receiver.url, headers: names }),
    /^400 The following headers are not allowed: X-Firecrawl-Signature, x-firecrawl-delivery-mode /,
  )
  for (const headers of [{ 'a name': 'x' }, { 'x-name': 'two\nlines' }]) {
    assert.match(await refused({ url: receiver.url, headers }), /^400 This header cannot be sent\./)
  }
  for (const webhook of [3, {}, { url: receiver.url, metadata: [] }, { url: 'nowhere' }]) {
    assert.match(await refused(webhook), /^400 /)
  }
  assert.match(
    await refused({ url: receiver.url, secret: 'x' }),
    /^400 Unrecognized key in body: webhook.secret -- please review the v2 API documentation/,
  )
})

test('a delivery has its body and the answer of each attempt, encrypted and bounded', async () => {
  const canary = 'canary-of-an-answer'
  await using refusing = await startSite((_, response) => {
    response.writeHead(500, { 'content-type': 'text/html; charset=utf-8' })
    response.end(canary + 'ö'.repeat(20_000))
  })
  const id = await crawl({ url: refusing.url, events: ['page'], metadata: { order: 7 } })
  const path = '/v2/webhooks/deliveries'
  const entries = async () => (await service.ask('GET', `${path}?jobId=${id}`)).body.data
  while ((await entries()).length < 3 || (await entries())[0].status === null) await setTimeout(20)
  const [{ id: deliveryId }] = await entries()

  const { body } = await service.ask('GET', `${path}/${deliveryId}`)
  const { request, isRequestCut, attemptLog } = body.data
  const sent = JSON.parse(request)
  assert.deepEqual([sent.webhookId, sent.metadata, isRequestCut], [deliveryId, { order: 7 }, false])
  assert.ok(sent.data[0].metadata.sourceURL.startsWith(site.url))
  const [attempt, ...others] = attemptLog
  assert.deepEqual(others, [])
  assert.deepEqual(
    [attempt.status, attempt.error, attempt.contentType, attempt.isResponseCut],
    [500, 'The receiver answered 500.', 'text/html; charset=utf-8', true],
  )
  assert.match(attempt.response, /^canary-of-an-answerö+$/)
  assert.ok(Buffer.byteLength(attempt.response) > 8_190 && attempt.durationMs >= 0)
  assert.deepEqual(await columnsWith(canary, service.database), [])

  const { key } = await addTeam(service.database)
  assert.equal((await service.ask('GET', `${path}/${deliveryId}`, { key })).status, 404)
  await service.database.query('delete from deliveries where job_id = $1', [id])
  assert.equal((await service.ask('GET', `${path}/${deliveryId}`)).status, 404)
  const left = `select from delivery_attempts where delivery_id = $1`
  assert.deepEqual(await service.database.query(left, [deliveryId]), [])
})

test('headers and metadata over 8 KB are refused in every webhook', async () => {
  const metadata = { note: 'm'.repeat(5_000) }
  const headers = { 'x-note': 'h'.repeat(3_200) }
  const large = { url: receiver.url, metadata, headers }
  assert.match(await refused(large), /^400 .*together they may be at most 8192/)
  const monitor = {
    name: 'Page',
    schedule: { text: 'daily' },
    targets: [{ type: 'scrape', urls: [site.url] }],
    webhook: large,
  }
  for (const [path, body] of [
    ['/v2/batch/scrape', { urls: [`${site.url}/a/1`], webhook: large }],
    ['/v2/monitor', monitor],
  ] as const) {
    const { status, body: answer } = await service.ask('POST', path, { body })
    assert.equal(status, 400, JSON.stringify(answer))
    assert.match(JSON.stringify(answer), /at most 8192/)
  }
  const fitting = { ...large, headers: { 'x-note': 'h'.repeat(3_000) }, events: ['started'] }
  const id = await crawl(fitting)
  await until(() => of(id).length === 1)
  assert.deepEqual(of(id)[0]?.body.metadata, metadata)
})

test('a webhook is stored once per job, encrypted', async () => {
  const secret = 'canary-of-a-receiver'
  const webhook = { url: `${receiver.url}/?token=${secret}`, metadata: { secret } }
  const id = await crawl(webhook)
  await until(() => of(id).some(({ body }) => body.type === 'crawl.completed'))

  const count = async (table: string) => {
    const rows = await service.database.query<{ count: number }>(
      `select count(*)::integer as count from ${table} where job_id = $1`,
      [id],
    )
    return rows[0]?.count
  }
  assert.deepEqual([await count('deliveries'), await count('job_webhooks')], [5, 1])
  assert.deepEqual(await columnsWith(secret, service.database), [])
  const { body } = await service.ask('GET', `/v2/webhooks/deliveries?jobId=${id}`)
  assert.equal(body.data[0].url, webhook.url)
})
