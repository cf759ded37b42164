/** Receivers that are down: retries after 1, 5 and 15 minutes, nothing lost, and healthy receivers notice nothing. */
import { createOutbox, type Event } from '#delivery/outbox.ts'
import { createSender } from '#delivery/sender.ts'
import { NetError } from '#net/failure.ts'
import { newId } from '#kernel/ids.ts'
import { testSeals } from '#test/fixtures/content-seals.ts'
import { testDatabase } from '#test/database.ts'
import { report } from '#test/fixtures/bar.ts'
import { addTeam } from '#test/fixtures/team-key.ts'

const events = 200
const minuteMs = 60_000
const recoveryMinute = 10
const lookMinutes = 30

await using database = await testDatabase()
const { teamId } = await addTeam(database)
const startMs = Date.now()
let nowMs = startMs
const clock = { now: () => new Date(nowMs) }
const outbox = createOutbox({ database, clock, contentSeals: testSeals(database) })
const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** Minutes of the attempts, by delivery. */
const attempts = new Map<string, number[]>()
const delivered = { down: new Set<string>(), healthy: new Set<string>(), dead: new Set<string>() }
const sender = createSender({
  worker: newId(),
  outbox,
  clock,
  log: silent,
  secretsOf: async () => [],
  documentOf: async () => undefined,
  async post({ url, headers }) {
    const id = headers['webhook-id'] ?? ''
    const minute = Math.round((nowMs - startMs) / minuteMs)
    attempts.set(id, [...(attempts.get(id) ?? []), minute])
    const name = url.includes('healthy') ? 'healthy' : url.includes('dead') ? 'dead' : 'down'
    if (name === 'dead') throw new NetError('site', 'ECONNREFUSED')
    if (name === 'down' && minute < recoveryMinute) return { status: 503 }
    delivered[name].add(id)
    return { status: 200 }
  },
})

/** Every receiver in a job of its own, as crawls have them. */
const jobIds = { down: newId(), healthy: newId(), dead: newId() }
const eventFor = (name: keyof typeof jobIds): Event => ({
  teamId,
  jobId: jobIds[name],
  leavesNoTrace: false,
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
  nowMs = startMs + minute * minuteMs
  while (await sender.turn()) await sender.drain()
  if (healthyInMinute < 0 && delivered.healthy.size === events) healthyInMinute = minute
}

const schedules = new Set([...attempts.values()].map((minutes) => minutes.join('/')))
const lost = events - delivered.down.size
const isRight =
  lost === 0 &&
  healthyInMinute === 0 &&
  delivered.dead.size === 0 &&
  [...schedules].toSorted().join(' ') === '0 0/1/6/21'
report(
  'webhooks-down',
  isRight,
  `attempts at minutes ${[...schedules].toSorted().join(' and ')}, ${lost} of ${events} lost, healthy done in minute ${healthyInMinute}; control: ${delivered.dead.size} of ${events} delivered to a receiver that never answers`,
)
