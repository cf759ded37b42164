import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createActivity } from '#accounts/activity.ts'
import { createSlots } from '#accounts/create-slots.ts'
import { createCredits } from '#credits/create-credits.ts'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { createSeal } from '#storage/seal.ts'
import { testDatabase } from '#test/database.ts'
import { account } from '#test/fixtures/edge.ts'
import { createRunOperation } from './create-run-operation.ts'
import type { Operation } from './operation.ts'

const grantedCredits = 100

async function startRunner() {
  const database = await testDatabase()
  const [team] = await database.query<{ id: string }>(
    `insert into teams (id, name, plan) select $1, 'Test', name from plans limit 1 returning id`,
    [newId()],
  )
  const teamId = team?.id ?? ''
  const credits = createCredits({ database })
  await credits.grant(teamId, grantedCredits, 'test')
  const granted = await credits.balance(teamId)
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const activity = createActivity({ database, seal: createSeal(() => Buffer.alloc(32, 1)) })
  const runOperation = createRunOperation({
    database,
    credits,
    activity,
    slots: createSlots({ database }),
    log,
  })
  const call = (): Call => ({
    account: { ...account, teamId, principal: { kind: 'key', id: newId() } },
    operationId: newId(),
    requestId: newId(),
    signal: AbortSignal.timeout(60_000),
  })
  return {
    runOperation,
    call,
    spent: async () => granted - (await credits.balance(teamId)),
    entries: () => activity.list({ teamId, endpoint: undefined, after: undefined, limit: 10 }),
    written: async () =>
      (await database.query('select 1 from scrapes where team_id = $1', [teamId])).length,
    teamId,
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

const doubling: Operation<number, number> = {
  endpoint: 'scrape',
  chargeKind: 'scrape',
  needsSlot: true,
  timeoutMs: () => 10_000,
  zeroDataRetention: () => false,
  target: (value) => `number ${value}`,
  reservation: () => 1,
  run: async (value) => ({ result: value * 2, credits: 3 }),
}

test('a successful operation is charged and recorded', async () => {
  await using runner = await startRunner()

  assert.equal(await runner.runOperation(doubling, 21, runner.call()), 42)

  assert.equal(await runner.spent(), 3)
  const [entry] = await runner.entries()
  assert.equal(entry?.target, 'number 21')
})

test('writes, charge and activity entry are undone together', async () => {
  await using runner = await startRunner()
  const failing: Operation<number, number> = {
    ...doubling,
    run: async (value, { id }) => ({
      result: value,
      credits: 3,
      async extraWrites(sql) {
        await sql.query(
          `insert into scrapes (id, team_id, document, created_at) values ($1, $2, '', now())`,
          [id, runner.teamId],
        )
        throw new Error('disk full')
      },
    }),
  }

  await assert.rejects(runner.runOperation(failing, 1, runner.call()), { code: 'UNKNOWN_ERROR' })

  assert.deepEqual([await runner.spent(), await runner.written()], [0, 0])
})

test('a failure costs what the operation says and releases the reservation', async () => {
  await using runner = await startRunner()
  const failing: Operation<number, number> = {
    ...doubling,
    reservation: () => grantedCredits,
    failureCredits: ({ code }) => (code === 'SCRAPE_DNS_RESOLUTION_ERROR' ? 1 : 0),
    run: async () => {
      throw new ServiceError('SCRAPE_DNS_RESOLUTION_ERROR')
    },
  }

  await assert.rejects(runner.runOperation(failing, 1, runner.call()), {
    code: 'SCRAPE_DNS_RESOLUTION_ERROR',
  })

  assert.equal(await runner.spent(), 1)
})

test('a raised reservation is refused when the credits do not suffice', async () => {
  await using runner = await startRunner()
  const expensive: Operation<number, number> = {
    ...doubling,
    run: async (value, context) => {
      await context.reserve(10_000_000)
      return { result: value, credits: 10_000_000 }
    },
  }

  await assert.rejects(runner.runOperation(expensive, 1, runner.call()), {
    code: 'INSUFFICIENT_CREDITS',
  })

  assert.equal(await runner.spent(), 0)
})

test('under zero data retention no target is recorded and errors have no cause', async () => {
  await using runner = await startRunner()
  const secret: Operation<number, number> = {
    ...doubling,
    zeroDataRetention: () => true,
    run: async () => {
      throw new ServiceError('SCRAPE_SITE_ERROR', 'The site failed.', {
        cause: new Error('https://secret.example'),
      })
    },
  }

  await assert.rejects(runner.runOperation(secret, 1, runner.call()), (error: ServiceError) => {
    assert.equal(error.cause, undefined)
    return true
  })

  const [entry] = await runner.entries()
  assert.equal(entry?.target, null)
})
