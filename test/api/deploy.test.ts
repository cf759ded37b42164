import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { request } from 'undici'
import { settingsByModule } from '#config.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { startService } from '#test/service.ts'

const folder = join(import.meta.dirname, '../../deploy')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => statSync(join(folder, path)).isFile())
  .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))

const llm = {
  WEIR_LLM_PROVIDER: 'compatible',
  WEIR_LLM_URL: 'http://127.0.0.1:9/v1',
  WEIR_LLM_MODEL: 'none',
}

async function readMetrics(url: string): Promise<string> {
  const { body } = await request(`${url}/metrics`)
  return body.text()
}

test('the dashboard and the alert rules name metrics that the service has', async () => {
  await using service = await startService({ env: llm })
  const text = await readMetrics(await service.listen())
  const names = new Set(text.matchAll(/^# TYPE (\S+)/gm).map(([, name]) => name))
  const hasName = (name: string) =>
    names.has(name.replace(/_(?:bucket|count|sum)$/, '')) || names.has(name)

  const used = new Set(
    files.flatMap(({ text }) =>
      [...text.matchAll(/\b(?:weir|process)_[a-z_]+/g)].map(([name]) => name),
    ),
  )

  assert.ok(used.size > 15, `${used.size} names`)
  assert.deepEqual(
    [...used].filter((name) => !hasName(name)),
    [],
  )
})

test('the chart and the units name settings of the service', () => {
  const settings = new Set(
    Object.values(settingsByModule).flatMap((group) => group.map(({ variable }) => variable)),
  )
  const used = new Set(
    files.flatMap(({ text }) => [...text.matchAll(/\bWEIR_[A-Z_0-9]+/g)].map(([name]) => name)),
  )

  assert.ok(used.size > 5)
  assert.deepEqual(
    [...used].filter((name) => !settings.has(name)),
    [],
  )
})

test('work is counted by its outcome, and one of several processes reports what waits in the database', async () => {
  await using site = await startPages({
    '/': () => article('Page'),
    '/missing': () => ({ status: 404 }),
  })
  await using service = await startService()
  const url = await service.listen()
  const body = { urls: [`${site.url}/`, `${site.url}/missing`], maxAge: 0 }
  const { body: started } = await service.ask('POST', '/v2/batch/scrape', { body })
  const path = `/v2/batch/scrape/${started.id}`
  while ((await service.ask('GET', path)).body.status === 'scraping') await setTimeout(20)
  await service.database.query(
    `insert into queue_items (queue, id, team_id, lane, added_at, lease_owner, ready_at)
     values ('late', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now() - interval '1 hour', null, null)`,
    [],
  )

  const text = await readMetrics(url)
  await service.database.query(`update gauge_lease set node_id = gen_random_uuid()`, [])
  const beside = await readMetrics(url)

  assert.match(text, /^weir_page_duration_seconds_count\{outcome="done"\} [12]$/m)
  assert.match(text, /^weir_pages_claimed_total 2$/m)
  assert.match(text, /^weir_database_duration_seconds_count\{kind="query"\} [1-9]/m)
  assert.match(text, /^weir_reports_database 1$/m)
  assert.match(text, /^weir_queue_items_waiting\{queue="late"\} 1$/m)
  assert.match(text, /^weir_queue_oldest_seconds\{queue="late"\} 36\d\d/m)
  assert.match(beside, /^weir_reports_database 0$/m)
  assert.doesNotMatch(beside, /^weir_queue_items_waiting/m)
})
