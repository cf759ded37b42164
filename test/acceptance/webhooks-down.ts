/**
 * Unavailable webhook receivers: retries after 1, 5 and 15 minutes, no event lost, and no delay for healthy receivers. The
 * hours are simulated with a clock; the delay of healthy receivers is measured in real time beside receivers that never
 * respond.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { createOutbox, type Event } from '#delivery/outbox.ts'
import { createDeliveryQueue, type SenderDeps } from '#delivery/sender.ts'
import { NetError } from '#net/failure.ts'
import { newId } from '#kernel/ids.ts'
import { createNotifier } from '#queue/notifier.ts'
import { createQueueRunner, startQueues } from '#queue/run-queues.ts'
import { testSeals } from '#test/fixtures/content-seals.ts'
import { testDatabase } from '#test/database.ts'
import { defineNow, stopTime } from '#test/fixtures/database-time.ts'
import { systemClock } from '#kernel/clock.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { addTeam } from '#test/fixtures/team-key.ts'

const events = 200
const minuteMs = 60_000
const recoveryMinute = 10
const lookMinutes = 30
const healthyEvents = 200
/** Polling interval of an idle sender. */
const pollMs = 50

await using database = await testDatabase()
const { teamId } = await addTeam(database)
const startMs = Date.now()
const time = await stopTime(database, startMs)
const { clock } = time
const silent = { debug() {}, info() {}, warn() {}, error() {} }
const kept = { database, contentSeals: testSeals(database), log: silent }
const outbox = createOutbox(kept)

/** Minutes of the attempts, by delivery. */
const attempts = new Map<string, number[]>()
const delivered = { down: new Set<string>(), healthy: new Set<string>(), dead: new Set<string>() }
const queue = createDeliveryQueue({
  outbox,
  clock,
  log: silent,
  loadSecrets: async () => [],
  loadDocument: async () => undefined,
  async post({ url, headers }) {
    const id = headers['webhook-id'] ?? ''
    const minute = Math.round((clock.now().getTime() - startMs) / minuteMs)
    attempts.set(id, [...(attempts.get(id) ?? []), minute])
    const name = url.includes('healthy') ? 'healthy' : url.includes('dead') ? 'dead' : 'down'
    if (name === 'dead') throw new NetError('site', 'ECONNREFUSED')
    if (name === 'down' && minute < recoveryMinute) return { status: 503 }
    delivered[name].add(id)
    return { status: 200 }
  },
})
const runner = createQueueRunner({ worker: newId(), queues: [queue], database, log: silent })

/** Each receiver has its own job, as in crawls. */
const jobIds = { down: newId(), healthy: newId(), dead: newId() }
const eventFor = (name: keyof typeof jobIds): Event => ({
  teamId,
  jobId: jobIds[name],
  zeroDataRetention: false,
  type: 'crawl.page',
  webhook: { url: `https://${name}.example/`, headers: {}, metadata: {}, events: [] },
  success: true,
})
for (const name of ['down', 'healthy', 'dead'] as const) {
  await outbox.add(
    database,
    Array.from({ length: events }, () => eventFor(name)),
  )
}
let healthyInMinute = -1
for (let minute = 0; minute <= lookMinutes; minute++) {
  await time.set(startMs + minute * minuteMs)
  while (await runner.tick()) await runner.drain()
  if (healthyInMinute < 0 && delivered.healthy.size === events) healthyInMinute = minute
}

/**
 * p95 in seconds between an event and its delivery to a healthy receiver, beside this many jobs with unresponsive receivers.
 */
async function healthyP95(hangingJobs: number): Promise<number> {
  await database.query('truncate deliveries, queue_items cascade', [])
  await defineNow(database)
  const box = createOutbox(kept)
  const addedAt = new Map<string, number>()
  const waits: number[] = []
  const post: SenderDeps['post'] = async ({ url, headers }, { signal }) => {
    if (url.includes('dead')) await sleep(60_000, undefined, { signal })
    waits.push(performance.now() - (addedAt.get(headers['x-firecrawl-job-id'] ?? '') ?? 0))
    return { status: 200 }
  }
  const parts = { outbox: box, clock: systemClock, log: silent }
  const others = { loadSecrets: async () => [], loadDocument: async () => undefined, post }
  for (let job = 0; job < hangingJobs; job++) {
    const jobId = newId()
    await box.add(
      database,
      Array.from({ length: 20 }, () => ({ ...eventFor('dead'), jobId })),
    )
  }
  // All deliveries were attempted before and are due again.
  await database.query('update queue_items set attempts = 1', [])
  const { teamId: healthyTeam } = await addTeam(database)
  await using _ = startQueues({
    worker: newId(),
    queues: [createDeliveryQueue({ ...parts, ...others, post: withReason(post) })],
    database,
    notifier: createNotifier(),
    log: silent,
  })
  await sleep(1_000)
  for (let n = 0; n < healthyEvents; n++) {
    const jobId = newId()
    addedAt.set(jobId, performance.now())
    await box.add(database, [{ ...eventFor('healthy'), teamId: healthyTeam, jobId }])
    await sleep(20)
  }
  const late = Date.now() + 60_000
  while (waits.length < healthyEvents && Date.now() < late) await sleep(50)
  return (
    waits.toSorted((a, b) => a - b)[Math.floor(healthyEvents * 0.95)] ?? Number.POSITIVE_INFINITY
  )
}

/** Rejects like the service's client, with the reason of the signal. */
function withReason(post: SenderDeps['post']): SenderDeps['post'] {
  return (request, caller) =>
    post(request, caller).catch((thrown: unknown) => {
      throw caller.signal.aborted ? caller.signal.reason : thrown
    })
}

const aloneMs = await healthyP95(0)
const besideMs = await healthyP95(50)

const schedules = new Set([...attempts.values()].map((minutes) => minutes.join('/')))
const lost = events - delivered.down.size
const isRight =
  lost === 0 &&
  healthyInMinute === 0 &&
  delivered.dead.size === 0 &&
  [...schedules].toSorted().join(' ') === '0 0/1/6/21' &&
  besideMs <= 1.2 * aloneMs + pollMs
report(
  'webhooks-down',
  isRight,
  `attempts at minutes ${[...schedules].toSorted().join(' and ')}, ${lost} of ${events} lost, healthy done in minute ${healthyInMinute}; beside 1,000 deliveries to unresponsive receivers the p95 of healthy ones is ${besideMs.toFixed(0)} ms (${aloneMs.toFixed(0)} alone); control: ${delivered.dead.size} of ${events} delivered to a receiver that never responds`,
)
