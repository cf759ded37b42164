import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPlans } from '#accounts/plans.ts'
import { createTeams } from '#accounts/teams.ts'
import { newId } from '#kernel/ids.ts'
import type { Database } from '#storage/database.ts'
import { testDatabase } from '#test/database.ts'
import { createCredits } from './create-credits.ts'

const charge = (teamId: string, more: object = {}) => ({
  teamId,
  principal: { kind: 'key', id: newId() } as const,
  operationId: newId(),
  kind: 'scrape' as const,
  amount: 1,
  forMs: 60_000,
  ...more,
})

/** Adds a team with a plan of this many credits. */
async function teamWith(database: Database, creditsPerPeriod: number): Promise<string> {
  await createPlans({ database }).set('hobby', { creditsPerPeriod, requestsPerMinute: {} })
  return (await createTeams({ database }).create({ name: 'a', plan: 'hobby' })).id
}

async function ledgerSum(database: Database, teamId: string): Promise<number | undefined> {
  const [row] = await database.query<{ sum: number }>(
    'select sum(amount)::bigint as sum from credit_entries where team_id = $1',
    [teamId],
  )
  return row?.sum
}

test('of 200 concurrent charges on 100 credits exactly 100 succeed, and the ledger agrees', async () => {
  await using database = await testDatabase()
  const credits = createCredits({ database })
  const teamId = await teamWith(database, 100)

  const served = await Promise.allSettled(
    Array.from({ length: 200 }, async () => {
      await using reservation = await credits.reserve(charge(teamId))
      await reservation.charge(1)
    }),
  )

  assert.equal(served.filter(({ status }) => status === 'fulfilled').length, 100)
  for (const it of served)
    if (it.status === 'rejected') assert.equal(it.reason.code, 'INSUFFICIENT_CREDITS')
  assert.equal(await credits.balance(teamId), 0)
  assert.equal(await ledgerSum(database, teamId), 0)
})

test('a repeated charge counts once; released and rolled back charges do not count', async () => {
  await using database = await testDatabase()
  const credits = createCredits({ database })
  const teamId = await teamWith(database, 10)

  const reserved = await credits.reserve(charge(teamId))
  await reserved.charge(3)
  await reserved.charge(3)
  await (await credits.reserve(charge(teamId, { amount: 7 }))).release()
  const rolledBack = await credits.reserve(charge(teamId, { amount: 7 }))
  const failing = database.transaction(async (sql) => {
    await rolledBack.charge(7, sql)
    throw new Error('no')
  })
  await assert.rejects(failing, { message: 'no' })
  await rolledBack[Symbol.asyncDispose]()

  assert.equal(await credits.balance(teamId), 7)
  await using whole = await credits.reserve(charge(teamId, { amount: 7 }))
  await assert.rejects(credits.reserve(charge(teamId)), { code: 'INSUFFICIENT_CREDITS' })
  await whole.release()
})

test('an expired reservation does not count', async () => {
  await using database = await testDatabase()
  const credits = createCredits({ database })
  const teamId = await teamWith(database, 5)
  await credits.reserve(charge(teamId, { amount: 5, forMs: -1 }))

  await using reservation = await credits.reserve(charge(teamId, { amount: 5 }))

  await reservation.charge(5)
  assert.equal(await credits.balance(teamId), 0)
})

test('a billing period starts once; its unused credits end with it, granted credits stay', async () => {
  await using database = await testDatabase()
  const credits = createCredits({ database })
  const teamId = await teamWith(database, 10)
  await Promise.all(Array.from({ length: 20 }, () => credits.balance(teamId)))
  await credits.grant(teamId, 4, 'by hand')
  assert.equal(await credits.balance(teamId), 14)
  await (await credits.reserve(charge(teamId))).charge(3)

  await database.query(
    `update teams set created_at = now() - interval '1 month';
     update credit_balances set period_end = now()`,
  )

  assert.equal(await credits.balance(teamId), 14)
  assert.equal(await ledgerSum(database, teamId), 14)
})

test('unused credits end with every period', async () => {
  await using database = await testDatabase()
  const credits = createCredits({ database })
  const teamId = await teamWith(database, 100)
  await credits.balance(teamId)

  const left: number[] = []
  for (const [index, used] of [20, 30, 10].entries()) {
    await (await credits.reserve(charge(teamId))).charge(used)
    await database.query(
      `update teams set created_at = now() - interval '${index + 1} months';
       update credit_balances set period_end = now()`,
    )
    left.push(await credits.balance(teamId))
  }

  assert.deepEqual(left, [100, 100, 100])
})

test('a charge after the end of a period belongs to the next one', async () => {
  await using database = await testDatabase()
  const credits = createCredits({ database })
  const teamId = await teamWith(database, 100)
  await credits.balance(teamId)
  await (await credits.reserve(charge(teamId))).charge(40)
  await database.query(
    `update teams set created_at = now() - interval '1 month';
     update credit_balances set period_end = now()`,
  )
  const late = await database.query<{ charge_credits: number }>(
    `select charge_credits($1, $1, 'crawl', array['late'], array[10::bigint])`,
    [teamId],
  )
  assert.equal(late.length, 1)

  assert.equal(await credits.balance(teamId), 90)
})

test('only whole credits can be granted', async () => {
  await using database = await testDatabase()
  const credits = createCredits({ database })
  const teamId = await teamWith(database, 1)

  for (const amount of [0, -5, 1.5, Number.NaN]) {
    await assert.rejects(credits.grant(teamId, amount, ''), { code: 'BAD_REQUEST' })
  }
  await credits.grant(teamId.toUpperCase(), 5, '')
  assert.equal(await credits.balance(teamId), 6)
})

test('ledger entries cannot be changed', async () => {
  await using database = await testDatabase()
  await createCredits({ database }).balance(await teamWith(database, 1))

  for (const change of [
    'update credit_entries set amount = 5',
    'delete from credit_entries',
    'truncate credit_entries',
  ])
    await assert.rejects(database.query(change), /append-only/)
})
