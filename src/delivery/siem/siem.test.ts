import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import type { FetchActivity } from '#kernel/fetch-activity.ts'
import { createQueueRunner } from '#queue/run-queues.ts'
import type { Sql, SqlValue } from '#storage/database.ts'
import { createSeal } from '#storage/seal.ts'
import { testDatabase } from '#test/database.ts'
import { stopTime } from '#test/fixtures/database-time.ts'
import { poison } from '#test/fixtures/poison.ts'
import { silentLog } from '#test/fixtures/silent-log.ts'
import { createFormBatches } from './form-batches.ts'
import type { Sending, Sent } from './send-events.ts'
import { createSiemOutbox } from './siem-outbox.ts'
import { createSiemQueue } from './siem-queue.ts'
import { createSiemSettings } from './siem-settings.ts'

const hourMs = 3_600_000
const destination = { type: 'http', url: 'https://siem.example/', secret: 'very secret' } as const

/** A team with a destination, in a database of its own; time is moved by hand. */
async function startTeam({ eventsMax = 1_000 } = {}) {
  const database = await testDatabase()
  const { clock, pass } = await stopTime(database)
  const logged: string[] = []
  const log = {
    ...silentLog,
    warn: (_fields: object, message: string) => void logged.push(message),
  }
  const seal = createSeal(() => Buffer.alloc(32, 1))
  const settings = createSiemSettings({ database, seal })
  async function addTeam(): Promise<string> {
    const id = newId()
    await database.query(
      `insert into teams (id, name, plan) select $1, 'Test', name from plans limit 1`,
      [id],
    )
    await settings.write(id, { enabled: true, destination })
    return id
  }
  const teamId = await addTeam()
  const outbox = createSiemOutbox({ database, seal, settings })
  const form = createFormBatches({ database, clock, eventsMax, log })
  const sendings: Sending[] = []
  const answers: Sent[] = []
  const queue = createSiemQueue({
    outbox,
    log: silentLog,
    async sendEvents(sending) {
      sendings.push(sending)
      return answers.shift() ?? { status: 'delivered' }
    },
  })
  const runner = () =>
    createQueueRunner({ worker: newId(), queues: [queue], database, log: silentLog })
  const activity = (url: string, own: Partial<FetchActivity> = {}): FetchActivity => ({
    teamId,
    principal: { kind: 'key', id: newId() },
    endpoint: 'scrape',
    requestId: newId(),
    scrapeId: newId(),
    url,
    startedAt: clock.now(),
    completedAt: clock.now(),
    zeroDataRetention: false,
    outcome: { httpStatus: 200 },
    ...own,
  })
  return {
    database,
    addTeam,
    teamId,
    logged,
    settings,
    listSettings: (sql: Sql) => createSiemSettings({ database: sql, seal }),
    sendings,
    answers,
    activity,
    record: (...activities: FetchActivity[]) => outbox.record(database, activities),
    form,
    pass,
    async work() {
      const worker = runner()
      while (await worker.tick()) await worker.drain()
    },
    state: async (id = teamId) => {
      const state = await settings.read(id)
      return [state?.waiting, state?.delivered, state?.dropped]
    },
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

test('fetches become events, which are sent together and encrypted while they wait', async () => {
  await using team = await startTeam()
  await team.record(
    team.activity('https://user:pass@example.com/a?token=1', { username: 'ann', origin: 'sdk' }),
    team.activity('https://example.com/b', {
      endpoint: 'monitor',
      outcome: { code: 'SCRAPE_TIMEOUT', message: 'Too slow.' },
    }),
    team.activity('https://example.com/c', {
      outcome: { code: 'unsafe_domain_blocked', message: 'Blocked.' },
    }),
    team.activity('https://example.com/d', { outcome: { httpStatus: 404 } }),
  )
  const stored = await team.database.query('select * from siem_events, siem_settings', [])
  assert.doesNotMatch(JSON.stringify(stored), /example|secret|token/)
  await team.form()
  await team.work()

  const [sending] = team.sendings
  assert.equal(team.sendings.length, 1)
  assert.deepEqual(sending?.destination, destination)
  const events = sending?.events ?? []
  assert.deepEqual(
    events.map(({ url, endpoint, result, http_status: status, error }) => [
      url,
      endpoint,
      result,
      status,
      error?.code,
    ]),
    [
      ['https://example.com/a?token=1', 'scrape', 'success', 200, undefined],
      ['https://example.com/b', 'unknown', 'failure', null, 'SCRAPE_TIMEOUT'],
      ['https://example.com/c', 'scrape', 'blocked', null, 'unsafe_domain_blocked'],
      ['https://example.com/d', 'scrape', 'failure', 404, null],
    ],
  )
  assert.deepEqual(events[0]?.audit_metadata, { username: 'ann' })
  assert.deepEqual(
    [events[0]?.domain, events[0]?.origin, events[1]?.origin],
    ['example.com', 'sdk', 'api'],
  )
  assert.equal(new Set(events.map(({ event_id: id }) => id)).size, 4)
  assert.deepEqual(await team.state(), [0, 4, 0])
})

test('under zero data retention an event has neither path nor text', async () => {
  await using team = await startTeam()
  const outcome = { code: 'SCRAPE_SITE_ERROR', message: 'https://example.com/secret failed.' }
  const zeroDataRetention = true
  await team.record(
    team.activity('https://example.com/secret?q=1#x', { zeroDataRetention, outcome }),
    team.activity('secret.pdf', { zeroDataRetention, endpoint: 'parse' }),
  )
  await team.form()
  await team.work()
  const events = team.sendings[0]?.events ?? []
  assert.doesNotMatch(JSON.stringify(events), /secret/)
  assert.deepEqual(
    events.map(({ url }) => url),
    ['https://example.com/', ''],
  )
})

test('a destination that fails gets the same events again, later, and only for so long', async () => {
  await using team = await startTeam()
  await team.record(team.activity('https://example.com/'))
  await team.form()
  team.answers.push({ status: 'failed', failure: 'Answered 503.', retryAfterMs: 60_000 })
  await team.work()
  await team.pass(30_000)
  await team.work()
  assert.equal(team.sendings.length, 1)
  assert.equal((await team.settings.read(team.teamId))?.failure, 'Answered 503.')
  await team.pass(31_000)
  await team.work()
  assert.deepEqual(team.sendings[1], team.sendings[0])
  assert.deepEqual(await team.state(), [0, 1, 0])

  await team.record(team.activity('https://example.com/'))
  await team.form()
  team.answers.push(...Array.from({ length: 20 }, () => failedAnswer))
  for (let turn = 0; turn < 20; turn++) {
    await team.work()
    await team.pass(13 * hourMs)
  }
  assert.equal(team.sendings.length, 2 + 12)
  assert.deepEqual(await team.state(), [0, 1, 1])
})

const failedAnswer: Sent = { status: 'failed', failure: 'Answered 500.' }

test('a full queue drops further events and counts them', async () => {
  await using team = await startTeam({ eventsMax: 25 })
  const ten = () => Array.from({ length: 10 }, () => team.activity('https://example.com/'))
  for (let turn = 0; turn < 4; turn++) await team.record(...ten())
  await team.form()
  assert.deepEqual(await team.state(), [25, 0, 15])
  await team.record(...ten())
  await team.form()
  assert.deepEqual(await team.state(), [25, 0, 25])
  await team.work()
  assert.deepEqual(await team.state(), [0, 25, 25])
})

test('a team whose batches cannot be formed is set aside, and delays no others', async () => {
  await using team = await startTeam()
  const broken = await team.addTeam()
  const poisoned = await poison(team.database, 'siem_batches', `new.team_id = '${broken}'`)
  const waiting = () =>
    team.database.query('select from siem_events where team_id = $1 and batch_id is null', [broken])
  await team.record(
    team.activity('https://example.com/', { teamId: broken }),
    team.activity('https://example.com/'),
  )
  await team.form()
  await team.work()
  assert.deepEqual(await team.state(), [0, 1, 0])
  assert.equal((await waiting()).length, 1)

  // It is not tried in each round.
  await team.form()
  assert.deepEqual(team.logged, ['events of a team set aside'])
  await poisoned[Symbol.asyncDispose]()
  await team.pass(5 * 60_000)
  await team.form()
  await team.work()
  assert.deepEqual(await team.state(broken), [0, 1, 0])
})

test('no team is set aside because the connection was lost', async () => {
  await using team = await startTeam()
  await team.record(team.activity('https://example.com/'))
  await team.database.query(
    `create function lose() returns trigger language plpgsql as $$
     begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`,
  )
  await team.database.query(
    'create trigger lose before insert on siem_batches for each row execute function lose()',
  )
  await assert.rejects(team.form(), { code: 'SERVICE_UNAVAILABLE' })
  await team.database.query('drop function lose cascade')
  await team.form()
  await team.work()
  assert.deepEqual([await team.state(), team.logged], [[0, 1, 0], []])
})

test('batches stay below the limits of Azure', async () => {
  await using team = await startTeam({ eventsMax: 10_000 })
  const long = `https://example.com/${'x'.repeat(8_000)}`
  await team.record(...Array.from({ length: 200 }, () => team.activity(long)))
  while (await team.form());
  await team.work()
  const sizes = team.sendings.map(({ events }) => JSON.stringify(events).length)
  assert.ok(sizes.length > 1 && Math.max(...sizes) < 1_000_000, sizes.join())
  assert.deepEqual(await team.state(), [0, 200, 0])
})

test('nothing is recorded or sent for a team that has switched its log off', async () => {
  await using team = await startTeam()
  await team.record(team.activity('https://example.com/'))
  await team.form()
  await team.record(team.activity('https://example.com/'))
  await team.settings.write(team.teamId, { enabled: false, destination })
  await team.record(team.activity('https://example.com/'))
  await team.form()
  await team.work()
  assert.equal(team.sendings.length, 0)
  assert.deepEqual(await team.state(), [0, 0, 0])
  const activity = { ...team.activity('https://example.com/'), teamId: newId() }
  await team.record(activity)
  assert.equal((await team.database.query('select id from siem_events', [])).length, 0)
})

test('the number of waiting events is read without counting them', async () => {
  await using team = await startTeam({ eventsMax: 1_000_000 })
  const { database, teamId } = team
  const many = 20_000
  await database.query(
    `insert into siem_events (id, team_id, event, created_at)
     select gen_random_uuid(), $1, 'an event', now() from generate_series(1, $2)`,
    [teamId, many],
  )
  while (await team.form());
  assert.deepEqual(await team.state(), [many, 0, 0])
  await database.query('vacuum siem_events', [])
  const countBlocks = async (text: string, values: readonly SqlValue[] = []) => {
    const explained = `explain (analyze, buffers, timing off) ${text}`
    const plan = await database.query<{ 'QUERY PLAN': string }>(explained, values)
    const lines = plan.map((row) => row['QUERY PLAN']).join(' ')
    return Number(/shared hit=(\d+)/.exec(lines)?.[1])
  }
  const read: number[] = []
  const measured: Sql = {
    async query(text, values) {
      read.push(await countBlocks(text, values))
      return database.query(text, values)
    },
  }
  await team.listSettings(measured).read(teamId)
  const counting = 'select count(*) from siem_events where team_id = $1'
  assert.ok((read[0] ?? 0) < 50, `${read[0]} blocks`)
  assert.ok((await countBlocks(counting, [teamId])) > 200)
})
