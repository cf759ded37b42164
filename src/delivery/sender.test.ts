import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { NetError } from '#net/failure.ts'
import { newId } from '#kernel/ids.ts'
import { testDatabase } from '#test/database.ts'
import { stopTime } from '#test/fixtures/database-time.ts'
import { createLeases } from '#queue/leases.ts'
import { createQueueRunner } from '#queue/run-queues.ts'
import { testSeals } from '#test/fixtures/content-seals.ts'
import { createDeliveryLog } from './delivery-log.ts'
import { createOutbox, type Event } from './outbox.ts'
import { createDeliveryQueue } from './sender.ts'

/** Minutes since the start. */
let minute = 0
const makeTime = (minutes: number) => Date.UTC(2026, 0, 1) + minutes * 60_000
const clock = { now: () => new Date(makeTime(minute)) }
const log = { debug() {}, info() {}, warn() {}, error() {} }
/** Responses of receivers by URL; without one the receiver does not exist. */
let answers: Record<string, () => number | Promise<number>> = {}
let received: {
  url: string
  minute: number
  id: string
  body: string
  headers: Readonly<Record<string, string>>
}[] = []

const database = await testDatabase()
const time = await stopTime(database)
after(() => database[Symbol.asyncDispose]())
beforeEach(async () => {
  await goTo(0)
  answers = {}
  received = []
  await database.query('truncate deliveries, queue_items cascade', [])
})

async function goTo(minutes: number): Promise<void> {
  minute = minutes
  await time.set(makeTime(minutes))
}

function parts() {
  const contentSeals = testSeals(database)
  const outbox = createOutbox({ database, contentSeals, log })
  const queue = createDeliveryQueue({
    outbox,
    post: async ({ url, headers, body }) => {
      received.push({
        url,
        minute,
        id: headers['webhook-id'] ?? '',
        body: Buffer.from(body).toString(),
        headers,
      })
      const answer = answers[url]
      if (!answer) throw new NetError('site', 'ERR_CONNECTION_REFUSED')
      return { status: await answer() }
    },
    loadSecrets: async () => ['whsec_c2VjcmV0'],
    loadDocument: async (jobId, position) => {
      if (position === 13) throw new Error('no document can be made of this')
      return Buffer.from(
        JSON.stringify({ markdown: `${position}`, metadata: { sourceURL: jobId } }),
      )
    },
    clock,
    log,
  })
  const worker = newId()
  const runner = createQueueRunner({ worker, queues: [queue], database, log })
  const leases = createLeases({ worker })
  return {
    outbox,
    runner,
    /** Leases deliveries without making them. */
    claim: (wanted: number) => leases.claim(database, queue, wanted),
    deliverDue: async () => {
      while (await runner.tick()) await runner.drain()
    },
    log: createDeliveryLog({ database, contentSeals, log }),
  }
}

const teamId = newId()
const toEvent = (jobId: string, changes: Partial<Event> = {}): Event => ({
  teamId,
  jobId,
  zeroDataRetention: false,
  type: 'crawl.page',
  webhook: {
    url: 'https://hook.example/',
    headers: { 'X-Mine': '1' },
    metadata: { a: { b: 1 } },
    events: [],
  },
  success: true,
  ...changes,
})

test('a delivery has the event, a signature, and the headers of both conventions', async () => {
  answers = { 'https://hook.example/': () => 204 }
  const { outbox, deliverDue } = parts()
  const jobId = newId()
  await outbox.add(database, [toEvent(jobId, { position: 3, scrapeId: 'scrape' })])
  await deliverDue()
  assert.equal(received.length, 1)
  const [{ body, headers, id }] = received as [(typeof received)[number]]
  assert.deepEqual(JSON.parse(body), {
    success: true,
    type: 'crawl.page',
    id: jobId,
    webhookId: id,
    data: [{ markdown: '3', metadata: { sourceURL: jobId } }],
    metadata: { a: { b: 1 } },
  })
  assert.equal(headers['x-mine'], '1')
  assert.equal(headers['x-firecrawl-event'], 'crawl.page')
  assert.equal(headers['x-firecrawl-scrape-id'], 'scrape')
  assert.match(headers['x-firecrawl-signature'] ?? '', /^sha256=[0-9a-f]{64}$/)
  assert.match(headers['webhook-signature'] ?? '', /^v1,/)
})

test('a delivery that an earlier version stored has its document', async () => {
  answers = { 'https://hook.example/': () => 204 }
  const { outbox, deliverDue } = parts()
  const { position, ...event } = toEvent(newId(), { position: 3 })
  const stored = { ...event, place: position }
  await outbox.add(database, [stored])
  await deliverDue()
  assert.equal(JSON.parse(received[0]?.body ?? '').data[0].markdown, '3')
})

test('deliveries to an unavailable receiver are retried after 1, 5 and 15 minutes with the same id and body', async () => {
  const { outbox, deliverDue, log: deliveries } = parts()
  const jobId = newId()
  await outbox.add(database, [toEvent(jobId)])
  for (; minute < 60; await goTo(minute + 1)) await deliverDue()
  assert.deepEqual(
    received.map((attempt) => attempt.minute),
    [0, 1, 6, 21],
  )
  assert.equal(new Set(received.map(({ id }) => id)).size, 1)
  assert.equal(new Set(received.map(({ body }) => body)).size, 1)
  const [entry] = await deliveries.list(teamId, { jobId, limit: 10 })
  assert.equal(entry?.state, 'failed')
  assert.match(entry?.failure ?? '', /ERR_CONNECTION_REFUSED/)
  answers = { 'https://hook.example/': () => 200 }
  assert.equal(await deliveries.replay(newId(), entry?.id ?? ''), false)
  assert.equal(await deliveries.replay(teamId, entry?.id ?? ''), true)
  await deliverDue()
  const [again] = await deliveries.list(teamId, { jobId, limit: 10 })
  assert.deepEqual([again?.state, again?.status], ['delivered', 200])
})

const types = () => received.map(({ body }) => (JSON.parse(body) as { type: string }).type)

test('events of a job arrive in order, though one fails the first time', async () => {
  let isDown = false
  answers = { 'https://hook.example/': () => (isDown ? 503 : 200) }
  const { outbox, deliverDue } = parts()
  const jobId = newId()
  await outbox.add(
    database,
    ['crawl.started', 'crawl.page', 'crawl.completed'].map((type) => toEvent(jobId, { type })),
  )
  isDown = true
  await deliverDue()
  assert.deepEqual(types(), ['crawl.started', 'crawl.page', 'crawl.completed'])
  isDown = false
  await goTo(1)
  await deliverDue()
  assert.deepEqual(types().slice(3).toSorted(), ['crawl.completed', 'crawl.page', 'crawl.started'])
})

test('the end of a delivery is notified, because the next event of its job is then due', async () => {
  answers = { 'https://hook.example/': () => 200 }
  const { outbox, runner } = parts()
  await outbox.add(database, makeEvents(teamId, newId(), 2))
  for (let sent = 1; sent <= 2; sent++) {
    const ended = Promise.withResolvers<void>()
    using _ = runner.ended.onNotify(ended.resolve)
    assert.equal(await runner.tick(), true)
    await ended.promise
    assert.equal(received.length, sent)
  }
})

test('an unavailable receiver does not delay others', async () => {
  answers = { 'https://healthy.example/': () => 200 }
  const { outbox, deliverDue } = parts()
  const webhook = { ...toEvent('').webhook, url: 'https://healthy.example/' }
  for (let n = 0; n < 20; n++)
    await outbox.add(database, [toEvent(newId()), toEvent(newId(), { webhook })])
  await deliverDue()
  assert.equal(received.filter(({ url }) => url === 'https://healthy.example/').length, 20)
})

test('410 ends every delivery of the job to that receiver', async () => {
  answers = { 'https://hook.example/': () => 410 }
  const { outbox, deliverDue, log: deliveries } = parts()
  const jobId = newId()
  await outbox.add(database, [toEvent(jobId), toEvent(jobId), toEvent(jobId)])
  for (; minute < 30; await goTo(minute + 1)) await deliverDue()
  assert.equal(received.length, 1)
  const states = (await deliveries.list(teamId, { jobId, limit: 10 })).map(({ state }) => state)
  assert.deepEqual(states, ['failed', 'failed', 'failed'])
})

test('a delivery that cannot be read or built fails and does not delay others', async () => {
  answers = { 'https://hook.example/': () => 200 }
  const { outbox, deliverDue, log: deliveries } = parts()
  const [unreadable, healthy, broken] = [newId(), newId(), newId()]
  const position = 13
  await outbox.add(database, [toEvent(unreadable), toEvent(healthy), toEvent(broken, { position })])
  await database.query(`update deliveries set event = 'AAAA' where job_id = $1`, [unreadable])

  for (; minute < 30; await goTo(minute + 1)) await deliverDue()

  const listStates = async (jobId: string) =>
    (await deliveries.list(teamId, { jobId, limit: 10 })).map(({ state, attempts }) => [
      state,
      attempts,
    ])
  assert.deepEqual(await listStates(healthy), [['delivered', 1]])
  assert.deepEqual(await listStates(unreadable), [['failed', 1]])
  assert.deepEqual(await listStates(broken), [['failed', 4]])
})

test('a delivery that crashes the process repeatedly fails', async () => {
  answers = { 'https://hook.example/': () => 200 }
  const { outbox, claim, deliverDue, log: deliveries } = parts()
  const jobId = newId()
  await outbox.add(database, [toEvent(jobId)])
  for (let deaths = 0; deaths < 4; deaths++) {
    assert.equal((await claim(1)).length, 1)
    await goTo(minute + 1)
  }

  await deliverDue()

  const [delivery] = await deliveries.list(teamId, { jobId, limit: 1 })
  assert.deepEqual([delivery?.state, received], ['failed', []])
})

test('the latest 20 attempts of a delivery that is replayed again and again are kept', async () => {
  answers = { 'https://hook.example/': () => 200 }
  const { outbox, deliverDue, log: deliveries } = parts()
  const jobId = newId()
  await outbox.add(database, [toEvent(jobId)])
  const [entry] = await deliveries.list(teamId, { jobId, limit: 1 })
  const id = entry?.id ?? ''
  for (; minute < 22; await goTo(minute + 1)) {
    await deliverDue()
    assert.equal(await deliveries.replay(teamId, id), true)
  }

  const { attempts = [] } = (await deliveries.read(teamId, id)) ?? {}
  const minutes = attempts.map(({ startedAt }) => startedAt.getUTCMinutes())
  assert.deepEqual(
    minutes,
    Array.from({ length: 20 }, (_, index) => index + 2),
  )
})

test('only subscribed events are delivered', async () => {
  answers = { 'https://hook.example/': () => 200 }
  const { outbox, deliverDue } = parts()
  const jobId = newId()
  const { webhook } = toEvent(jobId)
  await outbox.add(database, [
    toEvent(jobId, { webhook: { ...webhook, events: ['completed'] } }),
    toEvent(jobId, { webhook: { ...webhook, events: ['completed', 'crawl.page'] } }),
  ])
  await deliverDue()
  assert.equal(received.length, 1)
})

test('retries leave capacity for first attempts, of the same team and of others', async () => {
  const { outbox, claim, deliverDue } = parts()
  const [ours, theirs] = [newId(), newId()]
  for (let job = 0; job < 10; job++) await outbox.add(database, makeEvents(ours, newId(), 20))
  await deliverDue()
  await goTo(2)
  const [oursNew, theirsNew] = [newId(), newId()]
  await outbox.add(database, makeEvents(ours, oursNew, 3))
  await outbox.add(database, makeEvents(theirs, theirsNew, 3))

  const claimed = await claim(128)
  const jobs = claimed.map(({ lane }) => lane)
  assert.equal(jobs.filter((jobId) => jobId === oursNew).length, 1)
  assert.equal(jobs.filter((jobId) => jobId === theirsNew).length, 1)
  assert.equal(claimed.filter((lease) => lease.teamId === ours).length, 32)
  const again = Map.groupBy(jobs, (jobId) => jobId)
  assert.ok([...again.values()].every(({ length }) => length <= 8))
  const next = await claim(128)
  assert.deepEqual(
    next,
    [],
    'the team has its share, and first attempts wait for those before them',
  )
})

test('receivers of one team that never respond do not delay deliveries of another', async () => {
  const { outbox, runner } = parts()
  const [hostile, quiet] = [newId(), newId()]
  const release = Promise.withResolvers<number>()
  answers['https://silent.example/'] = () => release.promise
  answers['https://hook.example/'] = () => 200
  const silent = { ...toEvent(newId()).webhook, url: 'https://silent.example/' }
  for (let job = 0; job < 60; job++)
    await outbox.add(database, [toEvent(newId(), { teamId: hostile, webhook: silent })])
  while (sentTo('https://silent.example/') === 0) await tickAndWait()
  await outbox.add(database, makeEvents(quiet, newId(), 1))

  while (sentTo('https://hook.example/') === 0) await tickAndWait()

  assert.ok(sentTo('https://silent.example/') <= 32)
  release.resolve(200)
  await runner.drain()

  async function tickAndWait(): Promise<void> {
    await runner.tick()
    await setTimeout(10)
  }
})

const sentTo = (url: string) => received.filter((delivery) => delivery.url === url).length

const makeEvents = (team: string, jobId: string, count: number): Event[] =>
  Array.from({ length: count }, () => toEvent(jobId, { teamId: team }))
