import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { finishedJob } from '#test/fixtures/finished-job.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { poison } from '#test/fixtures/poison.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { startReceiver } from '#test/fixtures/webhook-receiver.ts'
import { firstKey, startService } from '#test/service.ts'

const logged: string[] = []
const write = (_fields: object, message: string) => void logged.push(message)
const log = { debug() {}, info() {}, warn: write, error: write }
const service = await startService({ log })
const receiver = await startReceiver()
const paths = ['/', '/1', '/2', '/3', '/4', '/poison']
const site = await startPages(
  Object.fromEntries(paths.map((path) => [path, () => article('Page')])),
)
disposeAfterTests(service, receiver, site)

async function start(paths: readonly string[], more: object = {}, key = firstKey): Promise<string> {
  const body = { urls: paths.map((path) => site.url + path), maxAge: 0, ...more }
  const answer = await service.ask('POST', '/v2/batch/scrape', { body, key })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body.id
}

const ended = (id: string, key = firstKey) => finishedJob(service, `/v2/batch/scrape/${id}`, key)

test('a page that cannot be stored fails, and the others of its batch are delivered', async () => {
  await using stack = new AsyncDisposableStack()
  const condition = `new.state = 'done' and new.url like '%/poison'`
  stack.use(await poison(service.database, 'job_pages', condition))

  const id = await start(['/1', '/2', '/poison', '/3', '/4'])

  const { status, completed, total } = await ended(id)
  assert.deepEqual([status, completed, total], ['completed', 4, 5])
  const { body } = await service.ask('GET', `/v2/batch/scrape/${id}/errors`)
  assert.deepEqual(
    body.errors.map(({ url, code }: { url: string; code: string }) => [url, code]),
    [[`${site.url}/poison`, 'UNKNOWN_ERROR']],
  )
})

test('a team whose pages cannot be claimed does not delay other teams', async () => {
  const [broken, healthy] = [await addTeam(service.database), await addTeam(service.database)]
  await using stack = new AsyncDisposableStack()
  const condition = `new.team_id = '${broken.teamId}'`
  const poisoned = stack.use(await poison(service.database, 'slots', condition))

  const begunAt = new Date()
  const brokenJob = await start(['/1', '/2'], {}, broken.key)
  while (!logged.includes('pages of a job cannot be claimed')) await setTimeout(20)
  const healthyJob = await start(['/1', '/2'], {}, healthy.key)

  assert.equal((await ended(healthyJob, healthy.key)).completed, 2)
  const [turn] = await service.database.query<{ waits: boolean }>(
    `select next_page_at > $2::timestamptz + interval '30 seconds' as waits from job_dispatch where job_id = $1`,
    [brokenJob, begunAt],
  )
  assert.equal(turn?.waits, true)
  await poisoned[Symbol.asyncDispose]()
  await service.database.query(
    "update job_dispatch set next_page_at = '-infinity' where job_id = $1",
    [brokenJob],
  )
  assert.equal((await ended(brokenJob, broken.key)).completed, 2)
})

test('a job with an unreadable webhook continues, and other webhooks are delivered', async () => {
  const webhook = { url: receiver.url, metadata: { of: 'healthy' } }
  await using stack = new AsyncDisposableStack()
  // Written under another secret, from the start on.
  await service.database.query(
    `create function unread() returns trigger language plpgsql as $$
     begin if new.webhook is not null and new.url like '%/2' then new.webhook := 'AAAA'; end if; return new; end $$`,
  )
  await service.database.query(
    'create trigger unread before insert on jobs for each row execute function unread()',
  )
  stack.defer(async () => {
    await service.database.query('drop function unread cascade')
  })

  const [unreadable, healthy] = [
    await start(['/2', '/3'], { webhook }),
    await start(['/1'], { webhook }),
  ]

  assert.equal((await ended(unreadable)).completed, 2)
  assert.equal((await ended(healthy)).completed, 1)
  const told = () => receiver.messages.filter(({ id }) => id === healthy).length
  while (told() < 3) await setTimeout(20)
})

test('the pages of a job with an unreadable request fail, and other jobs continue', async () => {
  await using stack = new AsyncDisposableStack()
  // Written under another secret, from the start on; the next attempt at its page is the last.
  await service.database.query(
    `create function unreadable() returns trigger language plpgsql as $$
     begin
       if tg_table_name = 'jobs' then new.request := 'AAAA'; else new.attempts := 3; end if;
       return new;
     end $$`,
  )
  for (const table of ['jobs', 'job_pages']) {
    await service.database.query(
      `create trigger unreadable before insert on ${table}
       for each row when (new.url like '%/4') execute function unreadable()`,
    )
  }
  stack.defer(async () => {
    await service.database.query('drop function unreadable cascade')
  })

  const unreadable = await start(['/4'])
  const healthy = await start(['/1'])

  assert.equal((await ended(healthy)).completed, 1)
  const isFailed = async () =>
    (
      await service.database.query(
        `select from job_errors where job_id = $1 and code = 'UNKNOWN_ERROR'`,
        [unreadable],
      )
    ).length > 0
  while (!(await isFailed())) await setTimeout(20)
})
