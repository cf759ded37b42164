import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { createSeal } from '#storage/seal.ts'
import { testDatabase } from '#test/database.ts'
import { createIdempotency } from './idempotency.ts'

const seal = createSeal(() => Buffer.alloc(32, 1))

test('of fifty equal concurrent requests one is processed, and later ones get its response', async () => {
  await using database = await testDatabase()
  const idempotency = createIdempotency({ database, seal })
  const request = { teamId: newId(), key: 'k', fingerprint: 'a' }

  const begun = await Promise.allSettled(
    Array.from({ length: 50 }, () => idempotency.begin(request)),
  )
  const won = begun.flatMap((it) => (it.status === 'fulfilled' && it.value.claim ? [it.value] : []))
  await won[0]?.claim.keep({ status: 200, json: Buffer.from('{"success":true}') })

  assert.equal(won.length, 1)
  assert.deepEqual((await idempotency.begin(request)).answer, {
    status: 200,
    json: Buffer.from('{"success":true}'),
  })
})

test('another body with the same key is refused, another team is not affected', async () => {
  await using database = await testDatabase()
  const idempotency = createIdempotency({ database, seal })
  const request = { teamId: newId(), key: 'k', fingerprint: 'a' }
  await idempotency.begin(request)

  await assert.rejects(idempotency.begin({ ...request, fingerprint: 'b' }), { code: 'CONFLICT' })
  assert.ok((await idempotency.begin({ ...request, teamId: newId() })).claim)
})

test('a released key can be used again, and so can that of a crashed request', async () => {
  await using database = await testDatabase()
  const idempotency = createIdempotency({ database, seal })
  const request = { teamId: newId(), key: 'k', fingerprint: 'a' }
  const first = await idempotency.begin(request)
  await first.claim?.release()
  const second = await idempotency.begin(request)
  await assert.rejects(idempotency.begin(request), { code: 'CONFLICT', retryAfterSeconds: 1 })

  await database.query(`update idempotency_keys set leased_until = now() - interval '1 second'`)

  const third = await idempotency.begin(request)
  assert.equal(
    third.claim?.id,
    second.claim?.id,
    'the work of the crashed process continues under its id',
  )
  await third.claim?.renew()
  await assert.rejects(idempotency.begin(request), { code: 'CONFLICT' })
})

test('a response encrypted with another secret gets a conflict with the reason', async () => {
  await using database = await testDatabase()
  const request = { teamId: newId(), key: 'k', fingerprint: 'a' }
  const before = createIdempotency({ database, seal: createSeal(() => Buffer.alloc(32, 2)) })
  const { claim } = await before.begin(request)
  await claim?.keep({ status: 200, json: Buffer.from('{"success":true}') })

  const after = createIdempotency({ database, seal })

  await assert.rejects(after.begin(request), { code: 'CONFLICT', message: /secret .* was changed/ })
})

test('responses that former versions stored are replayed', async () => {
  await using database = await testDatabase()
  const idempotency = createIdempotency({ database, seal })
  for (const stored of ['{"a":1}', seal.seal({ a: 1 })]) {
    const request = { teamId: newId(), key: 'k', fingerprint: 'a' }
    await idempotency.begin(request)
    const written = 'update idempotency_keys set status = 200, body = $2 where team_id = $1'
    await database.query(written, [request.teamId, stored])
    assert.equal((await idempotency.begin(request)).answer?.json.toString(), '{"a":1}')
  }
})
