import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createSlots } from '#accounts/create-slots.ts'
import { newId } from '#kernel/ids.ts'
import { testDatabase } from '#test/database.ts'
import { listIds, countJobs, pagesUpTo, startCrawl } from '#test/fixtures/leased-crawl.ts'
import { addTeam } from '#test/fixtures/team-key.ts'

/** Capacity of a worker with this many slots, all free. */
const capacity = (wanted: number) => ({ wanted, slots: wanted, reserve: 0 })

test('pages added while a worker waits for the claim lock are claimed with all columns', async () => {
  await using database = await testDatabase()
  const { frontier, id } = await startCrawl(database, { pages: 0 })
  const lock = `hashtextextended('claims', 0)`

  const claimed = await database.transaction(async (sql) => {
    await sql.query(`select pg_advisory_xact_lock(${lock})`, [])
    const claiming = frontier.claim(newId(), capacity(5))
    const waits = `select from pg_locks where locktype = 'advisory' and not granted`
    while ((await database.query(waits, [])).length === 0) await setTimeout(5)
    await frontier.addDiscovered(id, pagesUpTo(1), [])
    return { claiming }
  })

  const pages = await claimed.claiming
  assert.deepEqual(
    pages.map(({ url, attempts }) => [url, attempts]),
    [['https://example.com/1', 1]],
  )
})

test('a page occupies a slot of its host until it is fetched', async () => {
  await using database = await testDatabase()
  const { frontier } = await startCrawl(database, { pages: 6 })
  const worker = newId()

  const first = listIds(await frontier.claim(worker, capacity(6)))
  const none = await frontier.claim(worker, { ...capacity(6), fetched: [], read: [] })
  const one = listIds(
    await frontier.claim(worker, { ...capacity(6), fetched: first.slice(0, 1), read: [] }),
  )
  const unknown = await frontier.claim(worker, { ...capacity(6), fetched: [newId()], read: [] })

  assert.deepEqual([first.length, none.length, one.length, unknown.length], [2, 0, 1, 0])
})

test('a team leaves a slot of a host to others', async () => {
  await using database = await testDatabase()
  const { frontier } = await startCrawl(database, { pages: 6 })
  const worker = newId()

  const first = await frontier.claim(worker, capacity(6))
  const other = await startCrawl(database, { pages: 6 })
  const reserved = await frontier.claim(worker, capacity(6))
  await startCrawl(database, { pages: 6 })
  const full = await frontier.claim(worker, capacity(6))

  assert.deepEqual([first.length, full.length], [2, 0])
  assert.deepEqual(countJobs(reserved), { [other.id]: 1 })
})

const fullCases = {
  'a job of one concurrent page': { concurrencyMax: 1, plan: 'self-hosted', first: 1 },
  'a team of two concurrent pages': { plan: 'free', first: 2 },
}
for (const [name, { first, ...options }] of Object.entries(fullCases)) {
  test(`a page occupies a slot of ${name} until it is read`, async () => {
    await using database = await testDatabase()
    const { frontier } = await startCrawl(database, { pages: 6, ...options })
    const worker = newId()

    const leased = listIds(await frontier.claim(worker, capacity(6)))
    const whileRead = await frontier.claim(worker, { ...capacity(6), fetched: leased, read: [] })
    const whenRead = await frontier.claim(worker, {
      ...capacity(6),
      fetched: leased,
      read: leased.slice(0, 1),
    })

    assert.deepEqual([leased.length, whileRead.length, whenRead.length], [first, 0, 1])
  })
}

test('a page that one worker finished twice is written once', async () => {
  await using database = await testDatabase()
  const { id, frontier } = await startCrawl(database, { pages: 2 })
  const worker = newId()
  const pages = await frontier.claim(worker, capacity(2))
  const outcome = {
    state: 'done',
    document: { bytes: Buffer.from('document'), jsonBytes: 8 },
    price: 1,
    found: [],
    blocked: [],
  } as const

  await frontier.finish(
    worker,
    id,
    [...pages, ...pages].map((page) => ({ page, outcome })),
  )

  const [job] = await database.query('select completed from jobs where id = $1', [id])
  const documents = await database.query('select position from job_documents')
  assert.deepEqual([job, documents], [{ completed: 2 }, [{ position: 1 }, { position: 2 }]])
})

test('a single team gets all slots of a worker except the reserve, and other teams get some of the reserve', async () => {
  await using database = await testDatabase()
  const worker = newId()
  const { frontier, ...first } = await startCrawl(database, { pages: 20, hosts: 'many' })
  const shared = { slots: 10, reserve: 2 }
  const claim = (wanted: number) => frontier.claim(worker, { wanted, ...shared })

  const alone = await claim(10)
  const more = await claim(2)
  const second = await startCrawl(database, { pages: 20, hosts: 'many' })
  const reserved = await claim(2)
  const third = await startCrawl(database, { pages: 20, hosts: 'many' })
  const last = await claim(1)

  assert.deepEqual([countJobs(alone), more], [{ [first.id]: 8 }, []])
  assert.deepEqual([countJobs(reserved), countJobs(last)], [{ [second.id]: 1 }, { [third.id]: 1 }])
})

test('a page that was read occupies no slot of its worker', async () => {
  await using database = await testDatabase()
  const worker = newId()
  const { frontier } = await startCrawl(database, { pages: 20, hosts: 'many' })
  const shared = { slots: 10, reserve: 2 }

  const leased = listIds(await frontier.claim(worker, { wanted: 10, ...shared }))
  const read = leased.slice(0, 3)
  const next = await frontier.claim(worker, { wanted: 5, ...shared, fetched: read, read })

  assert.equal(next.length, 3)
})

test('teams get equal shares of the free slots, regardless of their number of jobs', async () => {
  await using database = await testDatabase()
  const { frontier, teamId } = await startCrawl(database, { pages: 20, hosts: 'many' })
  for (let jobs = 1; jobs < 4; jobs++) {
    await startCrawl(database, { pages: 20, hosts: 'many', teamId })
  }
  const { id } = await startCrawl(database, { pages: 20, hosts: 'many' })

  const pages = await frontier.claim(newId(), { wanted: 20, slots: 20, reserve: 4 })

  const jobs = countJobs(pages)
  assert.deepEqual([pages.length, jobs[id]], [18, 8])
  assert.deepEqual(
    Object.values(jobs).toSorted((a, b) => a - b),
    [2, 2, 3, 3, 8],
  )
})

test('discovery runs first for teams that have few discoveries running', async () => {
  await using database = await testDatabase()
  const { frontier, id, teamId } = await startCrawl(database, { pages: 0 })
  const other = await startCrawl(database, { pages: 0 })

  const whileFull = await frontier.claimDiscovery(newId(), { fullTeams: [teamId], isAlone: false })
  const none = await frontier.claimDiscovery(newId(), { fullTeams: [teamId], isAlone: false })
  const later = await frontier.claimDiscovery(newId(), { fullTeams: [], isAlone: false })

  const { id: otherId, teamId: otherTeam } = other
  assert.deepEqual(whileFull, { id: otherId, teamId: otherTeam, crashPoints: 1 })
  assert.deepEqual([none, later], [undefined, { id, teamId, crashPoints: 1 }])
})

test('jobs that cannot be paid read no sitemaps', async () => {
  await using database = await testDatabase()
  const { teamId } = await addTeam(database, { credits: 1 })
  const start = (pages: number) =>
    startCrawl(database, { pages, pagePrice: 1, teamId, plan: `plan-${teamId}` })
  const { frontier, id } = await start(1)
  for (let jobs = 1; jobs < 50; jobs += 1) await start(jobs % 2)
  const worker = newId()
  const claim = () => frontier.claimDiscovery(worker, { fullTeams: [], isAlone: false })

  const pages = await frontier.claim(worker, capacity(50))
  assert.deepEqual(countJobs(pages), { [id]: 1 })
  // The job whose page was paid, and no other.
  assert.equal((await claim())?.id, id)
  assert.equal(await claim(), undefined)

  // Before pages are claimed, one credit is enough for one job at a time.
  await database.query('delete from credit_reservations')
  await database.query(
    `update job_pages set state = 'waiting', lease_owner = null, leased_until = null`,
  )
  await database.query('update jobs set discovery_leased_until = now()')
  assert.notEqual(await claim(), undefined)
  assert.equal(await claim(), undefined)

  // Control: free jobs.
  await database.query('update jobs set page_price = 0')
  assert.notEqual(await claim(), undefined)
})

test('a page is processed alone after two crashes of its worker, and fails after four', async () => {
  await using database = await testDatabase()
  const { frontier } = await startCrawl(database, { pages: 3 })
  const worker = newId()
  const crash = () => database.query(`update job_pages set leased_until = now()`)
  const claimed: (readonly number[])[] = []
  const claim = async () =>
    void claimed.push((await frontier.claim(worker, capacity(5))).map(({ number }) => number))

  await claim()
  await crash()
  await claim()
  await crash()
  await claim()
  assert.deepEqual(claimed, [[1, 2], [1, 2], [3]])
  assert.equal(await frontier.hasSuspects(), true)
  for (const crashPoints of [2, 3]) {
    const page = await frontier.claimAlone(worker, capacity(1))
    assert.deepEqual([page?.number, page?.crashPoints], [1, crashPoints])
    await crash()
    await frontier
      .claimAlone(worker, capacity(1))
      .then((other) => frontier.release(worker, other ? [other] : []))
    // The other two crashed with it.
    await database.query('update job_pages set crash_points = 0 where number > 1')
  }
  const [first] = await frontier.claim(worker, capacity(5))
  assert.deepEqual([first?.number, first?.crashPoints], [1, 4])
})

test('blamed pages are suspected at once, and released pages are not', async () => {
  await using database = await testDatabase()
  const { frontier } = await startCrawl(database, { pages: 2 })
  const worker = newId()
  const pages = await frontier.claim(worker, capacity(2))
  const [blamed, released] = pages

  await frontier.blame(worker, [blamed?.scrapeId ?? ''], 2)
  await frontier.release(worker, released ? [released] : [])

  assert.equal((await frontier.claimAlone(worker, capacity(1)))?.scrapeId, blamed?.scrapeId)
  assert.deepEqual(listIds(await frontier.claim(worker, capacity(2))), [released?.scrapeId])
})

test('the lease of a page that the worker no longer knows is not renewed', async () => {
  await using database = await testDatabase()
  const { frontier } = await startCrawl(database, { pages: 2 })
  const worker = newId()
  const [known] = await frontier.claim(worker, capacity(2))
  await database.query(`update job_pages set leased_until = now() + interval '1 second'`)

  await frontier.renew(worker, [known?.scrapeId ?? ''])

  const rows = await database.query<{ number: number }>(
    `select number from job_pages where leased_until > now() + interval '5 seconds'`,
    [],
  )
  assert.deepEqual(rows, [{ number: known?.number }])
})

test('discovery that crashes its process four times is abandoned with an error', async () => {
  await using database = await testDatabase()
  const { frontier, id } = await startCrawl(database, { pages: 0 })
  const worker = newId()
  const points: (number | undefined)[] = []
  const claim = async (isAlone: boolean) => {
    points.push((await frontier.claimDiscovery(worker, { fullTeams: [], isAlone }))?.crashPoints)
    await database.query('update jobs set discovery_leased_until = now()')
  }

  await claim(false)
  await claim(false)
  await claim(false)
  await claim(true)
  await claim(true)
  await claim(true)
  await frontier.abandonDiscovery(id)

  assert.deepEqual(points, [1, 2, undefined, 3, 4, 5])
  const [job] = await database.query('select state from jobs', [])
  const errors = await database.query('select code from job_errors', [])
  assert.deepEqual([job, errors], [{ state: 'completed' }, [{ code: 'SCRAPE_RETRY_LIMIT' }]])
})

test('leases of pages change only the credit reservations of their own team', async () => {
  await using database = await testDatabase()
  const { frontier, teamId } = await startCrawl(database, { pages: 3, pagePrice: 1 })
  const worker = newId()
  const pages = await frontier.claim(worker, capacity(3))
  const scrapeIds = listIds(pages)
  const other = (await addTeam(database)).teamId
  await database.query(
    `insert into credit_reservations (team_id, operation_id, amount, expires_at)
     select $1, operation_id, amount, expires_at from credit_reservations`,
    [other],
  )
  const reservations = (team: string) =>
    database.query<{ expires: Date }>(
      'select expires_at as expires from credit_reservations where team_id = $1 order by 1',
      [team],
    )
  const before = await reservations(other)

  await frontier.renew(worker, scrapeIds)
  const [renewed] = await reservations(teamId)
  const [first, ...rest] = pages
  await frontier.release(worker, first ? [first] : [])
  const afterRelease = await reservations(teamId)
  await frontier.blame(worker, listIds(rest), 1)

  assert.ok(renewed && before[0] && renewed.expires > before[0].expires)
  assert.deepEqual([before.length, afterRelease.length], [2, 1])
  assert.deepEqual(await reservations(teamId), [])
  assert.deepEqual(await reservations(other), before)
})

test('jobs use every slot of their team, and leave the next one to a direct request that waits', async () => {
  await using database = await testDatabase()
  const slots = createSlots({ database })
  const { frontier, teamId } = await startCrawl(database, { pages: 6, plan: 'free', hosts: 'many' })
  const worker = newId()
  const claim = (read: string[]) =>
    frontier.claim(worker, { ...capacity(6), fetched: leased, read })

  const leased = listIds(await frontier.claim(worker, capacity(6)))
  const direct = slots.acquire({
    teamId,
    concurrencyMax: leased.length,
    queuedMax: 1,
    waitMs: 60_000,
    forMs: 60_000,
    signal: new AbortController().signal,
  })
  while ((await database.query('select from slot_waits', [])).length === 0) await setTimeout(5)
  const whileWaiting = await claim(leased.slice(0, 1))
  const slot = await direct
  await slot[Symbol.asyncDispose]()
  const afterwards = await claim(leased.slice(0, 1))

  assert.deepEqual([leased.length, whileWaiting.length, afterwards.length], [2, 0, 1])
})
