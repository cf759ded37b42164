import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { countMax } from '#kernel/count-max.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { finishedJob } from '#test/fixtures/finished-job.ts'
import { storedMonitor } from '#test/fixtures/stored-monitor.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { poison } from '#test/fixtures/poison.ts'
import { silentLog } from '#test/fixtures/silent-log.ts'
import { startSite } from '#test/fixtures/site.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { startService } from '#test/service.ts'
import { createMonitorStore } from '#features/monitor/monitors/monitor-store.ts'
import { createSeal } from '#storage/seal.ts'
import { createSecret } from '#storage/secret.ts'

const service = await startService()
const site = await startPages({ '/': () => article('Page') })
disposeAfterTests(service, site)

const schedule = { text: 'daily' }

async function create(
  target: object = { type: 'scrape', urls: [`${site.url}/`] },
): Promise<string> {
  const body = { name: 'Test', schedule, targets: [target] }
  const answer = await service.ask('POST', '/v2/monitor', { body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.data.id
}

/** Sealed under another secret. */
const makeUnreadable = (id: string) =>
  service.database.query(`update monitors set targets = 'AAAA' where id = $1`, [id])
const makeDue = (ids: readonly string[]) =>
  service.database.query(
    `update monitors set dispatch_at = now() - interval '1 minute' where id = any($1::uuid[])`,
    [ids],
  )
const endPause = (id: string) =>
  service.database.query(
    `update queue_items set ready_at = null
     where lease_owner is null and id in (select id from monitor_checks where monitor_id = $1)`,
    [id],
  )

interface FoundCheck {
  readonly status: string
  readonly error: string | null
  /** Null when nothing is to be done. */
  readonly attempts: number | null
  readonly isPaused: boolean
}

async function awaitCheck(
  id: string,
  isWanted: (check: FoundCheck) => boolean,
): Promise<FoundCheck> {
  for (;;) {
    const [found] = await service.database.query<FoundCheck>(
      `select c.status, c.error, i.attempts, i.lease_owner is null as "isPaused"
       from monitor_checks c left join queue_items i on i.id = c.id
       where c.monitor_id = $1 order by c.created_at desc limit 1`,
      [id],
    )
    if (found && isWanted(found)) return found
    await setTimeout(20)
  }
}
const hasStatus =
  (...statuses: readonly string[]) =>
  ({ status }: FoundCheck) =>
    statuses.includes(status)
const isPausedAfter =
  (wanted: number) =>
  ({ attempts, isPaused }: FoundCheck) =>
    attempts === wanted && isPaused

test('too many URLs and a limit beyond safe integers are refused', async () => {
  const crawl = { type: 'crawl', url: site.url, crawlOptions: { limit: 1e300 } }
  const urls = Array.from({ length: 3_000 }, (_, page) => `${site.url}/${page}`)
  for (const targets of [
    [crawl],
    [{ type: 'scrape', urls: [...urls, ...urls] }],
    [
      { type: 'scrape', urls },
      { type: 'scrape', urls },
    ],
  ]) {
    const body = { name: 'Test', schedule, targets }
    const { status } = await service.ask('POST', '/v2/monitor', { body })
    assert.equal(status, 400)
  }
})

test('the estimate of the largest limits does not overflow', async () => {
  const target = { type: 'crawl', url: site.url, crawlOptions: { limit: countMax } }
  const options = { formats: ['json', 'audio', 'video'], lockdown: true }
  const targets = Array.from({ length: 50 }, () => ({ ...target, scrapeOptions: options }))
  const body = { name: 'Test', schedule: { text: 'every 5 minutes' }, targets }
  const { status, body: answer } = await service.ask('POST', '/v2/monitor', { body })
  assert.equal(status, 200, JSON.stringify(answer))

  await makeDue([answer.data.id])
  const check = await awaitCheck(answer.data.id, hasStatus('failed', 'skipped_no_credits'))
  assert.notEqual(check.error, null)
})

test('a monitor with stored options out of bounds ends only its own check', async () => {
  const deriveKey = createSecret({ configured: undefined, dataDir: service.dataDir })
  const { database } = service
  const store = createMonitorStore({ database, seal: createSeal(deriveKey), log: silentLog })
  const [team] = await database.query<{ id: string }>('select id from teams', [])
  const healthy = await create()
  const monitor = storedMonitor({ cron: '0 0 * * *' }, new Date())
  const crawlOptions = { limit: 0 }
  const target = {
    id: healthy,
    type: 'crawl',
    url: site.url,
    crawlOptions,
    scrapeOptions: {},
  } as const
  await store.add({ ...monitor, teamId: team?.id ?? '', targets: [target] }, database)

  await makeDue([monitor.id, healthy])
  await awaitCheck(healthy, hasStatus('completed'))
  const { error } = await awaitCheck(monitor.id, hasStatus('failed'))
  assert.match(error ?? '', /^limit: /)
})

test('a due monitor that cannot be read or checked is postponed', async () => {
  const [unreadable, unwritable, healthy] = [await create(), await create(), await create()]
  await makeUnreadable(unreadable)
  await using stack = new AsyncDisposableStack()
  stack.use(await poison(service.database, 'monitor_checks', `new.monitor_id = '${unwritable}'`))

  const dueAt = new Date()
  await makeDue([unreadable, unwritable, healthy])
  await awaitCheck(healthy, hasStatus('completed'))

  const postponed = await service.database.query(
    `select id from monitors where id = any($1::uuid[]) and dispatch_at > $2::timestamptz + interval '4 minutes'
       and next_run_at is not null and current_check_id is null`,
    [[unreadable, unwritable], dueAt],
  )
  assert.equal(postponed.length, 2)
  const { status, body } = await service.ask('GET', '/v2/monitor?limit=100')
  const ids = body.data.map(({ id }: { id: string }) => id)
  assert.deepEqual([status, ids.includes(unreadable), ids.includes(healthy)], [200, false, true])
  const one = await service.ask('GET', `/v2/monitor/${unreadable}`)
  assert.deepEqual([one.status, /WEIR_SECRET/.test(one.body.error)], [500, true])
  assert.equal((await service.ask('DELETE', `/v2/monitor/${unreadable}`)).status, 200)
})

test('a check that cannot be started is retried later and fails after three attempts', async () => {
  const [unwritable, healthy] = [await create(), await create()]
  await using stack = new AsyncDisposableStack()
  stack.use(await poison(service.database, 'jobs', `new.url = 'http://poison.example/'`))
  await service.ask('PATCH', `/v2/monitor/${unwritable}`, {
    body: { targets: [{ type: 'scrape', urls: ['http://poison.example/'] }] },
  })

  await service.ask('POST', `/v2/monitor/${unwritable}/run`)
  await awaitCheck(unwritable, isPausedAfter(1))
  await service.ask('POST', `/v2/monitor/${healthy}/run`)
  await awaitCheck(healthy, hasStatus('completed'))

  await endPause(unwritable)
  await awaitCheck(unwritable, isPausedAfter(2))
  await endPause(unwritable)
  const { error } = await awaitCheck(unwritable, hasStatus('failed'))
  assert.match(error ?? '', /could not be started/)
  const { body } = await service.ask('GET', `/v2/monitor/${unwritable}`)
  assert.equal(body.data.currentCheckId, null)
})

test('a check that cannot be ended is retried later and fails after three attempts', async () => {
  const [unreadable, healthy] = [await create(), await create()]
  await using stack = new AsyncDisposableStack()
  stack.use(
    await poison(
      service.database,
      'monitors',
      `new.id = '${unreadable}' and new.last_check_summary is not null`,
    ),
  )

  await service.ask('POST', `/v2/monitor/${unreadable}/run`)
  await awaitCheck(unreadable, (check) => check.status === 'running' && isPausedAfter(1)(check))
  await makeUnreadable(unreadable)
  await service.ask('POST', `/v2/monitor/${healthy}/run`)
  await awaitCheck(healthy, hasStatus('completed'))

  await endPause(unreadable)
  await awaitCheck(unreadable, isPausedAfter(2))
  await endPause(unreadable)
  const { error } = await awaitCheck(unreadable, hasStatus('failed'))
  assert.match(error ?? '', /could not be ended/)
  const [monitor] = await service.database.query<{ current: string | null }>(
    'select current_check_id as current from monitors where id = $1',
    [unreadable],
  )
  assert.equal(monitor?.current, null)
})

test('pages of checks count towards the queue limit of the plan and wait for it', async () => {
  const { key, teamId } = await addTeam(service.database, { queuedJobsMax: 3, concurrencyMax: 1 })
  const createMonitor = async (pages: number) => {
    const urls = Array.from({ length: pages }, (_, page) => `${site.url}/?${page}`)
    const body = { name: 'Test', schedule, targets: [{ type: 'scrape', urls }] }
    const { id } = (await service.ask('POST', '/v2/monitor', { body, key })).body.data
    await service.ask('POST', `/v2/monitor/${id}/run`, { key })
    return id as string
  }

  const large = await createMonitor(5)
  const { error } = await awaitCheck(large, hasStatus('failed'))
  assert.equal(error, 'The maximum number of queued jobs (3) of your team would be exceeded.')

  // One page is in work until the site answers, so that the other waits.
  const held = Promise.withResolvers<void>()
  await using slow = await startSite((_request, response) => {
    void held.promise.then(() => response.end(article('Page')))
  })
  const body = { urls: [`${slow.url}/a`, `${slow.url}/b`] }
  const { body: batch } = await service.ask('POST', '/v2/batch/scrape', { body, key })
  await service.database.query('update plans set queued_jobs_max = 0 where name = $1', [
    `plan-${teamId}`,
  ])
  const small = await createMonitor(1)
  const isPutBack = async () =>
    (
      await service.database.query(
        `select from monitor_checks c join queue_items i on i.id = c.id
         where c.monitor_id = $1 and c.status = 'queued' and i.attempts = 0 and i.ready_at > now()`,
        [small],
      )
    ).length > 0
  while (!(await isPutBack())) await setTimeout(20)

  held.resolve()
  await finishedJob(service, `/v2/batch/scrape/${batch.id}`, key)
  await endPause(small)
  await awaitCheck(small, hasStatus('completed'))
})
