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
  keyId: newId(),
  operationId: newId(),
  kind: 'scrape' as const,
  amount: 1,
  expiresAt: new Date(Date.now() + 60_000),
  ...more,
})

/** A team whose plan gives this many credits. */
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

test('of 200 charges at once on 100 credits exactly 100 are served, and the ledger agrees', async () => {
  await using database = await testDatabase()
  const credits = createCredits({ database })
  const teamId = await teamWith(database, 100)

  const served = await Promise.allSettled(
    Array.from({ length: 200 }, async () => {
      await using reservation = await credits.reserve(charge(teamId))
      await reservation.settle(1)
    }),
  )

  assert.equal(served.filter(({ status }) => status === 'fulfilled').length, 100)
  for (const it of served)
    if (it.status === 'rejected') assert.equal(it.reason.code, 'INSUFFICIENT_CREDITS')
  assert.equal(await credits.balance(teamId), 0)
  assert.equal(await ledgerSum(database, teamId), 0)
})

test('what is settled twice is charged once, what is released or rolled back is not', async () => {
  await using database = await testDatabase()
  const credits = createCredits({ database })
  const teamId = await teamWith(database, 10)

  const settled = await credits.reserve(charge(teamId))
  await settled.settle(3)
  await settled.settle(3)
  await (await credits.reserve(charge(teamId, { amount: 7 }))).release()
  const rolledBack = await credits.reserve(charge(teamId, { amount: 7 }))
  const failing = database.transaction(async (sql) => {
    await rolledBack.settle(7, sql)
    throw new Error('no')
  })
  await assert.rejects(failing, { message: 'no' })
  await rolledBack[Symbol.asyncDispose]()

  assert.equal(await credits.balance(teamId), 7)
  await using whole = await credits.reserve(charge(teamId, { amount: 7 }))
  await assert.rejects(credits.reserve(charge(teamId)), { code: 'INSUFFICIENT_CREDITS' })
  await whole.release()
})

test('an expired reservation holds nothing back', async () => {
  await using database = await testDatabase()
  const credits = createCredits({ database })
  const teamId = await teamWith(database, 5)
  await credits.reserve(charge(teamId, { amount: 5, expiresAt: new Date(Date.now() - 1) }))

  await using reservation = await credits.reserve(charge(teamId, { amount: 5 }))

  await reservation.settle(5)
  assert.equal(await credits.balance(teamId), 0)
})

test('a period is opened once, ends with its unused credits, and leaves granted ones', async () => {
  await using database = await testDatabase()
  const credits = createCredits({ database })
  const teamId = await teamWith(database, 10)
  await Promise.all(Array.from({ length: 20 }, () => credits.balance(teamId)))
  await credits.grant(teamId, 4, 'by hand')
  assert.equal(await credits.balance(teamId), 14)
  await (await credits.reserve(charge(teamId))).settle(3)

  await database.query(
    `update teams set created_at = now() - interval '1 month';
     update credit_balances set period_end = now()`,
  )

  assert.equal(await credits.balance(teamId), 14)
  assert.equal(await ledgerSum(database, teamId), 14)
})

test('unused credits end with every period, not only with the first', async () => {
  await using database = await testDatabase()
  const credits = createCredits({ database })
  const teamId = await teamWith(database, 100)
  await credits.balance(teamId)

  const left: number[] = []
  for (const [index, used] of [20, 30, 10].entries()) {
    await (await credits.reserve(charge(teamId))).settle(used)
    await database.query(
      `update teams set created_at = now() - interval '${index + 1} months';
       update credit_balances set period_end = now()`,
    )
    left.push(await credits.balance(teamId))
  }

  assert.deepEqual(left, [100, 100, 100])
})

test('what is charged after a period has ended is paid by the next one', async () => {
  await using database = await testDatabase()
  const credits = createCredits({ database })
  const teamId = await teamWith(database, 100)
  await credits.balance(teamId)
  await (await credits.reserve(charge(teamId))).settle(40)
  await database.query(
    `update teams set created_at = now() - interval '1 month';
     update credit_balances set period_end = now()`,
  )
  const late = await database.query<{ settle_credits: number }>(
    `select settle_credits($1, $1, 'crawl', array['late'], array[10::bigint])`,
    [teamId],
  )
  assert.equal(late.length, 1)

  assert.equal(await credits.balance(teamId), 90)
})

test('only whole credits are granted', async () => {
  await using database = await testDatabase()
  const credits = createCredits({ database })
  const teamId = await teamWith(database, 1)

  for (const amount of [0, -5, 1.5, Number.NaN]) {
    await assert.rejects(credits.grant(teamId, amount, ''), { code: 'BAD_REQUEST' })
  }
  await credits.grant(teamId.toUpperCase(), 5, '')
  assert.equal(await credits.balance(teamId), 6)
})

test('the ledger refuses to be changed', async () => {
  await using database = await testDatabase()
  await createCredits({ database }).balance(await teamWith(database, 1))

  for (const change of [
    'update credit_entries set amount = 5',
    'delete from credit_entries',
    'truncate credit_entries',
  ])
    await assert.rejects(database.query(change), /append-only/)
})
