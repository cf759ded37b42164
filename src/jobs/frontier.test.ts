import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { newId } from '#kernel/ids.ts'
import { testDatabase } from '#test/database.ts'
import { testSeals } from '#test/fixtures/content-seals.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { createFrontier } from './frontier.ts'
import { createJobs } from './job-store.ts'

const announce = async () => {}

test('pages that are accepted while a worker waits for its turn are handed out whole', async () => {
  await using database = await testDatabase()
  const { teamId } = await addTeam(database)
  const deps = { database, announce, contentSeals: testSeals(database) }
  const jobs = createJobs({ ...deps, clock: { now: () => new Date() } })
  const frontier = createFrontier({ ...deps, hostPagesMax: 16 })
  const id = newId()
  await jobs.start(database, {
    id,
    teamId,
    keyId: newId(),
    kind: 'crawl',
    leavesNoTrace: false,
    url: 'https://example.com/',
    request: {},
    pagePrice: 1,
    pagesMax: 10,
    concurrencyMax: undefined,
    delayMs: 0,
    isGathering: true,
    warning: undefined,
    webhook: undefined,
    createdAt: new Date(),
    expiresAt: new Date(Date.now() + 60_000),
    pages: [],
  })
  const turn = `hashtextextended('claims', 0)`

  const claimed = await database.transaction(async (sql) => {
    await sql.query(`select pg_advisory_xact_lock(${turn})`, [])
    const claiming = frontier.claim(newId(), 5)
    const waits = `select from pg_locks where locktype = 'advisory' and not granted`
    while ((await database.query(waits, [])).length === 0) await setTimeout(5)
    await frontier.accept(id, [{ url: 'https://example.com/a', depth: 0, identity: 'a' }], [])
    return { claiming }
  })

  const pages = await claimed.claiming
  assert.deepEqual(
    pages.map(({ url, attempts }) => [url, attempts]),
    [['https://example.com/a', 1]],
  )
})
