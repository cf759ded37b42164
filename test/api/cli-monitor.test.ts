import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { weir, weirHere } from '#test/fixtures/terminal.ts'
import { firstKey, startService } from '#test/service.ts'

let text = 'The first text.'
const service = await startService()
const env = { WEIR_URL: await service.listen(), WEIR_KEY: firstKey }
const site = await startPages({ '/page': () => article('Page', text) })
disposeAfterTests(service, site)

async function run(...args: readonly string[]) {
  const ran = await weirHere(['monitor', ...args], { env })
  assert.equal(ran.exitCode, 0, ran.note)
  return ran
}

test('a monitor is created, run, shown, paused and deleted from the terminal', async () => {
  const made = await run('create', `${site.url}/page`, '--name', 'My page', '--every', 'daily')
  const id = made.out.trim()
  assert.match(made.note, /My page: next check at \d{4}-/)

  const first = await run('run', id)
  assert.match(first.out, /^new +http.*\/page$/m)
  assert.match(first.note, /completed: 1 new/)
  text = 'The second text.'
  const second = await run('run', id)
  assert.match(second.out, /^changed +http/m)
  assert.match(second.out, /^-.*first text/m)
  assert.match(second.out, /^\+.*second text/m)

  const listed = await run('list')
  assert.match(listed.out, /My page +active +0 0 \* \* \* UTC .*1 changed/)
  const checks = JSON.parse((await run('checks', id, '--json')).out) as { id: string }[]
  assert.equal(checks.length, 2)
  const shown = await run('check', id, checks[1]?.id ?? '')
  assert.match(shown.note, /1 new/)

  assert.match((await run('pause', id)).note, /My page is paused/)
  assert.match((await run('resume', id)).note, /My page is active/)
  await run('delete', id)
  const gone = await weir(['monitor', 'show', id], { env })
  assert.equal(gone.exitCode, 1)
  assert.match(gone.note, /Monitor not found/)
})

test('a schedule can be a cron expression, and an invalid one is refused', async () => {
  const { out } = await run('create', `${site.url}/page`, '--every', '15 9 * * 1-5', '--json')
  assert.deepEqual((JSON.parse(out) as { schedule: object }).schedule, {
    cron: '15 9 * * 1-5',
    timezone: 'UTC',
  })
  const often = await weirHere(['monitor', 'create', site.url, '--every', '* * * * *'], { env })
  assert.match(often.note, /must not run more often than every 5 minutes/)
  const nobody = await weirHere(['monitor', 'list'], {
    env: { ...env, WEIR_URL: 'http://127.0.0.1:9' },
  })
  assert.match(nobody.note, /No service answers at http:\/\/127\.0\.0\.1:9/)
})
