import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { createSeal } from '#storage/seal.ts'
import { createSecret } from '#storage/secret.ts'
import { testDatabase } from '#test/database.ts'
import { stopTime } from '#test/fixtures/database-time.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { storedMonitor } from '#test/fixtures/stored-monitor.ts'
import { newId } from '#kernel/ids.ts'
import { silentLog } from '#test/fixtures/silent-log.ts'
import { createCheckStore } from './check-store.ts'
import { createDueChecks } from './due-checks.ts'
import { createMonitorStore, type StoredMonitor } from '#features/monitor/monitors/monitor-store.ts'

const seal = createSeal(createSecret({ configured: 'a'.repeat(32), dataDir: '' }))
const outbox = { add: async () => {} }
const database = await testDatabase()
const { clock, set, pass: passMs } = await stopTime(database)
const setNow = (at: string) => set(Date.parse(at))
disposeAfterTests(database)
beforeEach(async () => {
  await database.query('truncate monitors cascade')
  await setNow('2026-03-01T00:00:10Z')
})

/** A process that creates due checks. */
function scheduler() {
  const monitors = createMonitorStore({ database, seal, log: silentLog })
  const checks = createCheckStore({ database })
  return createDueChecks({ database, monitors, checks, outbox, clock, log: silentLog })
}

async function add(schedule: { cron: string; timezone?: string }): Promise<StoredMonitor> {
  const monitor = storedMonitor(schedule, clock.now())
  await createMonitorStore({ database, seal, log: silentLog }).add(monitor, database)
  return monitor
}

const all = () =>
  database.query<{ due: Date; status: string; monitor: string }>(
    `select scheduled_for as due, status, monitor_id as monitor from monitor_checks order by scheduled_for`,
  )

/** Ends all checks as if their pages had been checked. */
async function endAll(): Promise<void> {
  await database.query(`update monitor_checks set status = 'completed' where status = 'queued'`)
  await database.query('update monitors set current_check_id = null')
}

/** Advances time in steps of half a minute or more; in each, all schedulers run concurrently. */
async function pass(
  minutes: number,
  schedulers: readonly (() => Promise<boolean>)[],
  stepMinutes = 0.5,
) {
  for (let step = 0; step < minutes / stepMinutes; step++) {
    await passMs(stepMinutes * 60_000)
    await Promise.all(schedulers.map((look) => look()))
    await endAll()
  }
}

test('a 5-minute monitor has 288 checks a day, however many schedulers run', async () => {
  await add({ cron: '*/5 * * * *' })
  await pass(24 * 60 + 1, [scheduler(), scheduler(), scheduler(), scheduler()], 1)
  const dues = (await all()).map(({ due }) => due.getTime())
  assert.equal(dues.length, 288)
  assert.equal(new Set(dues).size, 288)
  assert.ok(dues.every((due) => due % 300_000 === 0))
})

test('monitors that are due in the same minute are each checked once', async () => {
  for (let count = 0; count < 200; count++) await add({ cron: '0 * * * *' })
  await pass(61, [scheduler(), scheduler(), scheduler(), scheduler()])
  const checks = await all()
  assert.equal(checks.length, 200)
  assert.equal(new Set(checks.map(({ monitor }) => monitor)).size, 200)
})

test('one check covers all missed runs, and the schedule continues', async () => {
  await add({ cron: '*/5 * * * *' })
  const look = scheduler()
  await setNow('2026-03-01T06:02:00Z')
  await look()
  await endAll()
  assert.deepEqual(
    (await all()).map(({ due }) => due.toISOString()),
    ['2026-03-01T00:05:00.000Z'],
  )
  await pass(10, [look])
  assert.deepEqual(
    (await all()).slice(1).map(({ due }) => due.toISOString()),
    ['2026-03-01T06:05:00.000Z', '2026-03-01T06:10:00.000Z'],
  )
})

test('a check that is due while the previous one runs is skipped', async () => {
  const { id } = await add({ cron: '*/5 * * * *' })
  const look = scheduler()
  for (const minute of ['00:06', '00:11']) {
    await setNow(`2026-03-01T${minute}:00Z`)
    await look()
  }
  assert.deepEqual(
    (await all()).map(({ status }) => status),
    ['queued', 'skipped_overlap'],
  )
  const [monitor] = await database.query<{ next: Date; current: string | null }>(
    'select next_run_at as next, current_check_id as current from monitors where id = $1',
    [id],
  )
  assert.equal(monitor?.next.toISOString(), '2026-03-01T00:15:00.000Z')
  assert.ok(monitor.current)
})

test('every day has its check when the clocks change', async () => {
  await setNow('2026-03-27T12:00:00Z')
  await add({ cron: '30 2 * * *', timezone: 'Europe/Berlin' })
  await add({ cron: '0 9 * * *', timezone: 'America/New_York' })
  await pass(4 * 24 * 60, [scheduler()], 5)
  assert.equal((await all()).length, 8)
})

test('ended checks are deleted after the retention period or with their monitor', async () => {
  await add({ cron: '*/5 * * * *' })
  await pass(21, [scheduler()])
  await database.query(
    `update monitor_checks c set created_at = now() - make_interval(days => aged.days)
     from (select id, row_number() over (order by scheduled_for)::int * 10 + 5 as days
       from monitor_checks) aged
     where aged.id = c.id`,
  )
  const checks = createCheckStore({ database })
  const counts = [(await all()).length]
  for (const change of [
    'select 1',
    `update monitor_checks set status = 'running', created_at = now() - interval '99 days'
     where id = (select id from monitor_checks limit 1)`,
    'update monitors set deleted_at = now()',
  ]) {
    await database.query(change)
    await checks.sweep()
    counts.push((await all()).length)
  }
  assert.deepEqual(counts, [4, 2, 2, 1])
})

/** Adds a page to a check that shows a version; `isNew` stores that version first. */
async function addPage(checkId: string, versionId: string, { isNew = false } = {}): Promise<void> {
  const ids = { check: checkId, version: versionId }
  const of = 'select monitor_id from monitor_checks where id = $1'
  if (isNew)
    await database.query(
      `insert into monitor_versions (id, monitor_id, target_id, url, url_key, scope, version, created_at)
       values ($2, (${of}), $2, 'https://example.com/', '\\x00', 'team', '\\x00', now())`,
      [ids.check, ids.version],
    )
  await database.query(
    `insert into monitor_pages (id, check_id, monitor_id, target_id, url, url_key, status, created_at, credits, version_id)
     values ($3, $1, (${of}), $2, 'https://example.com/', decode(md5($3::uuid::text), 'hex'), 'same', now(), 0, $2)`,
    [ids.check, ids.version, newId()],
  )
}

test('versions are deleted with the last page that has them, by whichever process deletes it', async () => {
  await add({ cron: '*/5 * * * *' })
  await pass(16, [scheduler()])
  const checks = await database.query<{ id: string }>(
    'select id from monitor_checks order by scheduled_for',
  )
  const [first = '', second = '', third = ''] = checks.map(({ id }) => id)
  const [alone, shared, kept] = [newId(), newId(), newId()]
  await addPage(first, alone, { isNew: true })
  for (const version of [shared, kept]) {
    await addPage(first, version, { isNew: true })
    await addPage(second, version)
  }
  await addPage(third, kept)
  await database.query(
    `update monitor_checks set created_at = now() - interval '99 days' where id = any($1)`,
    [[first, second]],
  )
  // Two processes: each deletes one of the two checks that have the shared version.
  const left = async () => {
    const rows = await database.query<{ id: string }>('select id from monitor_versions')
    return rows.map(({ id }) => id)
  }
  const store = createCheckStore({ database })
  await database.transaction(async (other) => {
    await other.query('select from monitor_checks where id = $1 for update', [second])
    await store.sweep()
    assert.deepEqual((await left()).toSorted(), [shared, kept].toSorted())
  })
  await store.sweep()
  assert.deepEqual(await left(), [kept])
})
