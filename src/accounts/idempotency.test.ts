import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { createSeal } from '#storage/seal.ts'
import { testDatabase } from '#test/database.ts'
import { createIdempotency } from './idempotency.ts'

const seal = createSeal(() => Buffer.alloc(32, 1))

test('of fifty equal requests at once one is first, and later ones get its answer', async () => {
  await using database = await testDatabase()
  const idempotency = createIdempotency({ database, seal })
  const request = { teamId: newId(), key: 'k', fingerprint: 'a' }

  const begun = await Promise.allSettled(
    Array.from({ length: 50 }, () => idempotency.begin(request)),
  )
  const won = begun.flatMap((it) => (it.status === 'fulfilled' && it.value.claim ? [it.value] : []))
  await won[0]?.claim.keep({ status: 200, body: { success: true } })

  assert.equal(won.length, 1)
  assert.deepEqual((await idempotency.begin(request)).answer, {
    status: 200,
    body: { success: true },
  })
})

test('another body under the same key is refused, another team is not', async () => {
  await using database = await testDatabase()
  const idempotency = createIdempotency({ database, seal })
  const request = { teamId: newId(), key: 'k', fingerprint: 'a' }
  await idempotency.begin(request)

  await assert.rejects(idempotency.begin({ ...request, fingerprint: 'b' }), { code: 'CONFLICT' })
  assert.ok((await idempotency.begin({ ...request, teamId: newId() })).claim)
})

test('a released key is free again, and so is that of a request that died', async () => {
  await using database = await testDatabase()
  const idempotency = createIdempotency({ database, seal })
  const request = { teamId: newId(), key: 'k', fingerprint: 'a' }
  const first = await idempotency.begin(request)
  await first.claim?.release()
  const second = await idempotency.begin(request)
  await assert.rejects(idempotency.begin(request), { code: 'CONFLICT', retryAfterSeconds: 1 })

  await database.query(`update idempotency_keys set held_until = now() - interval '1 second'`)

  const third = await idempotency.begin(request)
  assert.equal(third.claim?.id, second.claim?.id, 'the work of the dead goes on under its id')
  await third.claim?.renew()
  await assert.rejects(idempotency.begin(request), { code: 'CONFLICT' })
})

test('an answer sealed with another secret is a conflict that says so, not an error of the server', async () => {
  await using database = await testDatabase()
  const request = { teamId: newId(), key: 'k', fingerprint: 'a' }
  const before = createIdempotency({ database, seal: createSeal(() => Buffer.alloc(32, 2)) })
  const { claim } = await before.begin(request)
  await claim?.keep({ status: 200, body: { success: true } })

  const after = createIdempotency({ database, seal })

  await assert.rejects(after.begin(request), { code: 'CONFLICT', message: /secret .* was changed/ })
})
