import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { testDatabase } from '#test/database.ts'
import { startCrawl } from '#test/fixtures/leased-crawl.ts'

test('a claim does not look at the leased pages of other hosts for each job', async () => {
  await using database = await testDatabase()
  await database.query(
    `insert into plans select (jsonb_populate_record(p, '{"name": "large", "concurrency_max": 10000}')).* from plans p
     where name = 'self-hosted'`,
  )
  for (let job = 0; job < 32; job++) await startCrawl(database, { pages: 20, plan: 'large' })
  await database.query(`update job_pages set host = host || job_id || number`)
  await database.query('analyze')
  const worker = newId()
  /** Blocks of tables and indexes that a claim reads. */
  async function claim(): Promise<number> {
    const [row] = await database.query<{
      'QUERY PLAN': { Plan: { 'Shared Hit Blocks': number } }[]
    }>(
      `explain (analyze, buffers, format json) select * from claim_pages($1, 32, 2000, 100, 20, '15 seconds', '{}', '{}', false)`,
      [worker],
    )
    return row?.['QUERY PLAN'][0]?.Plan['Shared Hit Blocks'] ?? 0
  }
  await claim()
  const first = await claim()
  for (let more = 0; more < 14; more++) await claim()
  const last = await claim()
  const [leased] = await database.query<{ count: number }>(
    `select count(*) from job_pages where state = 'leased'`,
    [],
  )
  const count = leased?.count ?? 0
  assert.ok(count > 300, `${count} leased pages`)
  assert.ok(last < 1.5 * first, `${first} blocks, with ${count} leased pages ${last}`)
})
