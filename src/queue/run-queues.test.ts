import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { ServiceError } from '#kernel/errors.ts'
import { testDatabase } from '#test/database.ts'
import { stopTime } from '#test/fixtures/database-time.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { silentLog } from '#test/fixtures/silent-log.ts'
import { addItems } from './add-items.ts'
import { createLeases, itemLeaseMs, type Lease } from './leases.ts'
import type { LeasedItem, Queue } from './queue.ts'
import { createQueueRunner } from './run-queues.ts'

const startMs = Date.UTC(2026, 0, 1)
const minuteMs = 60_000
const database = await testDatabase()
const { clock, set, pass } = await stopTime(database)
disposeAfterTests(database)
beforeEach(async () => {
  await set(startMs)
  await database.query('truncate queue_items', [])
})

const queueWith = (changes: Partial<Queue> & { readonly limits?: Queue['limits'] }): Queue => ({
  name: 'test',
  limits: { perProcess: 10, perTeam: 10, retriesPerLane: 10, isOrdered: false },
  retryMs: [minuteMs, 5 * minuteMs],
  run: async () => async () => {},
  giveUp: () => async () => {},
  ...changes,
})

async function add(teamId: string, count: number, lane: string = teamId): Promise<string[]> {
  const items = Array.from({ length: count }, () => ({
    id: newId(),
    teamId,
    lane,
    keyOf: undefined,
  }))
  await addItems(database, 'test', items)
  return items.map(({ id }) => id)
}

const createRunner = (queue: Queue) =>
  createQueueRunner({ worker: newId(), queues: [queue], database, log: silentLog })

async function settle(runner: ReturnType<typeof createRunner>): Promise<void> {
  while (await runner.tick()) await runner.drain()
}

const rows = () =>
  database.query<{
    id: string
    attempts: number
    lease_owner: string | null
    ready_at: Date | null
  }>('select id, attempts, lease_owner, ready_at from queue_items order by position')
const listTeams = (leases: readonly Lease[]) => leases.map(({ teamId }) => teamId)

test('an item that was added in a transaction that failed is not worked on', async () => {
  await assert.rejects(
    database.transaction(async (sql) => {
      const [id, teamId] = [newId(), newId()]
      await addItems(sql, 'test', [{ id, teamId, lane: teamId, keyOf: undefined }])
      throw new Error('failed')
    }),
  )
  assert.deepEqual(await rows(), [])
})

test('teams take turns, and a team at its limit leaves the rest to others', async () => {
  const [large, small] = [newId(), newId()]
  const limits = { perProcess: 4, perTeam: 3, retriesPerLane: 3, isOrdered: false }
  const queue = queueWith({ limits })
  await add(large, 1_000)
  await add(small, 2)
  const leases = createLeases({ worker: newId() })

  const first = await leases.claim(database, queue, 4)
  const second = await leases.claim(database, queue, 4)

  const teams = [...listTeams(first), ...listTeams(second)].toSorted()
  assert.deepEqual(teams, [large, large, large, small, small].toSorted())
})

test('a reserve stays for teams that have few, however many others have filled the rest', async () => {
  const limits = { perProcess: 10, reserve: 2, perTeam: 8, retriesPerLane: 8, isOrdered: false }
  const { promise: ends, resolve } = Promise.withResolvers<void>()
  const started: string[] = []
  const queue = queueWith({
    limits,
    async run({ teamId }) {
      started.push(teamId)
      await ends
      return async () => {}
    },
  })
  const runner = createRunner(queue)
  const fill = async () => {
    while (await runner.tick());
  }
  const teams = [newId(), newId(), newId()]
  const counts = []
  for (const team of teams) {
    const before = started.length
    await add(team, 20)
    await fill()
    counts.push(started.length - before)
  }
  assert.deepEqual(counts, [8, 1, 1])
  resolve()
  runner.stop()
  await runner.drain()
})

test('one item at a time goes to one team after the other', async () => {
  const teams = [newId(), newId(), newId()]
  for (const team of teams) await add(team, 2)
  const leases = createLeases({ worker: newId() })
  const claimed: Lease[] = []
  for (let turn = 0; turn < 6; turn++) {
    claimed.push(...(await leases.claim(database, queueWith({}), 1)))
  }
  assert.equal(new Set(listTeams(claimed.slice(0, 3))).size, 3)
  assert.equal(new Set(listTeams(claimed.slice(3))).size, 3)
})

test('claims of several processes at once lease each item once and keep the limit of the team', async () => {
  const team = newId()
  await add(team, 50)
  const limits = { perProcess: 50, perTeam: 20, retriesPerLane: 20, isOrdered: false }
  const claimed = await Promise.all(
    Array.from({ length: 8 }, () =>
      createLeases({ worker: newId() }).claim(database, queueWith({ limits }), 10),
    ),
  )
  const ids = claimed.flat().map(({ id }) => id)
  assert.deepEqual([ids.length, new Set(ids).size], [20, 20])
})

test('an ordered queue begins the items of a lane one after the other, and other lanes meanwhile', async () => {
  const team = newId()
  const [one, two] = [newId(), newId()]
  const ids = await add(team, 3, one)
  await add(team, 1, two)
  const limits = { perProcess: 10, perTeam: 10, retriesPerLane: 10, isOrdered: true }
  const order: string[] = []
  const runner = createRunner(
    queueWith({
      limits,
      async run({ id }) {
        order.push(id)
        return async () => {}
      },
    }),
  )
  assert.equal(await runner.tick(), true)
  await runner.drain()
  assert.equal(order.length, 2)
  await settle(runner)
  assert.deepEqual(
    order.filter((id) => ids.includes(id)),
    ids,
  )
})

test('a failed attempt is repeated after the pauses of the queue, then the item is given up', async () => {
  await add(newId(), 1)
  const minutes: number[] = []
  const given: number[] = []
  const runner = createRunner(
    queueWith({
      async run() {
        minutes.push((clock.now().getTime() - startMs) / minuteMs)
        throw new Error('failed')
      },
      giveUp: (item) => async () => void given.push(item.attempts),
    }),
  )
  for (let minute = 0; minute < 30; minute++) {
    await settle(runner)
    await pass(minuteMs)
  }
  assert.deepEqual([minutes, given, await rows()], [[0, 1, 6], [3], []])
})

test('an item whose process dies each time is given up without another attempt', async () => {
  await add(newId(), 1)
  let runs = 0
  let given = 0
  const queue = queueWith({
    async run() {
      runs++
      return async () => {}
    },
    giveUp: () => async () => void given++,
  })
  for (let deaths = 0; deaths < 3; deaths++) {
    const leases = createLeases({ worker: newId() })
    assert.equal((await leases.claim(database, queue, 1)).length, 1)
    await pass(itemLeaseMs)
  }
  await settle(createRunner(queue))
  assert.deepEqual([runs, given, await rows()], [0, 1, []])
})

test('what is unavailable costs no attempt', async () => {
  await add(newId(), 1)
  const runner = createRunner(
    queueWith({
      run: async () => {
        throw new ServiceError('SERVICE_UNAVAILABLE')
      },
    }),
  )
  for (let turn = 0; turn < 5; turn++) {
    await settle(runner)
    await pass(minuteMs)
  }
  assert.equal((await rows())[0]?.attempts, 0)
})

test('the end of an attempt whose lease was lost is not written', async () => {
  const [id = ''] = await add(newId(), 1)
  const running = Promise.withResolvers<LeasedItem>()
  const proceed = Promise.withResolvers<void>()
  let ends = 0
  const slow = createRunner(
    queueWith({
      async run(item) {
        running.resolve(item)
        await proceed.promise
        return async () => void ends++
      },
    }),
  )
  await slow.tick()
  const { signal } = await running.promise
  await pass(itemLeaseMs)
  const [taken] = await createLeases({ worker: newId() }).claim(database, queueWith({}), 1)
  assert.equal(taken?.id, id)

  await slow.renew()
  assert.equal(signal.aborted, true)
  proceed.resolve()
  await slow.drain()

  const [row] = await rows()
  assert.deepEqual([ends, row?.attempts, row?.lease_owner !== null], [0, 2, true])
})

test('leases are renewed while the work lasts', async () => {
  await add(newId(), 1)
  const proceed = Promise.withResolvers<void>()
  const runner = createRunner(
    queueWith({
      async run() {
        await proceed.promise
        return async () => {}
      },
    }),
  )
  await runner.tick()
  const others = createLeases({ worker: newId() })
  for (let turn = 0; turn < 6; turn++) {
    await pass(itemLeaseMs / 2)
    await runner.renew()
    assert.deepEqual(await others.claim(database, queueWith({}), 1), [])
  }
  proceed.resolve()
  await runner.drain()
  assert.deepEqual(await rows(), [])
})

test('a process that stops tells the work, whose attempt does not count then', async () => {
  await add(newId(), 1)
  const runner = createRunner(
    queueWith({
      run: ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('stopped')))
        }),
    }),
  )
  await runner.tick()
  runner.stop()
  await runner.drain()
  const [row] = await rows()
  assert.deepEqual([row?.attempts, row?.lease_owner, await runner.tick()], [0, null, false])
})

test('work under zero data retention goes to a process that has the key of its job', async () => {
  const [teamId, jobId] = [newId(), newId()]
  await addItems(database, 'test', [{ id: newId(), teamId, lane: jobId, keyOf: jobId }])
  await add(newId(), 1)
  const worker = newId()
  const claim = (by: string) => createLeases({ worker: by }).claim(database, queueWith({}), 10)
  await database.query('alter table job_keys drop constraint job_keys_job_id_fkey')
  await database.query('insert into nodes values ($1, $2, $2, now())', [worker, Buffer.alloc(1)])
  await database.query('insert into job_keys (job_id, node_id) values ($1, $2)', [jobId, worker])

  const [others, own] = [await claim(newId()), await claim(worker)]

  assert.deepEqual([others.length, own.map(({ keyOf }) => keyOf)], [1, [jobId]])
})
