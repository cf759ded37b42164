import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { echo, startEdge } from '#test/fixtures/edge.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { Idempotency, StoredResponse } from './idempotent.ts'

/** The idempotency rules in memory. */
function memory(): Idempotency {
  const rows = new Map<string, { fingerprint: string; answer?: StoredResponse }>()
  return {
    async begin({ teamId, key, fingerprint }) {
      const name = `${teamId} ${key}`
      const row = rows.get(name)
      if (row && row.fingerprint !== fingerprint) {
        throw new ServiceError('CONFLICT', 'Idempotency key already used')
      }
      if (row?.answer) return { answer: row.answer }
      if (row) throw new ServiceError('CONFLICT', undefined, { retryAfterSeconds: 1 })
      rows.set(name, { fingerprint })
      return {
        claim: {
          id: '0199b0a0-0000-7000-8000-000000000000',
          renew: async () => {},
          keep: async (answer) => void rows.set(name, { fingerprint, answer }),
          release: async () => void rows.delete(name),
        },
      }
    },
  }
}

const key = { 'x-idempotency-key': '5b0c4d1e-0000-4000-8000-000000000000' }

function startCounting(end?: Promise<void>) {
  let runs = 0
  const handle: typeof echo.handle = async ({ body }) => {
    runs++
    if (runs === 1) await end
    if (body.url === 'fails once' && runs === 1) throw new ServiceError('SCRAPE_SITE_ERROR')
    return { success: true, data: runs }
  }
  const edge = startEdge({ endpoints: [{ ...echo, handle }], idempotency: memory() })
  return Object.assign(edge, { runs: () => runs })
}

test('an equal request with the same key is processed once', async () => {
  await using edge = startCounting()
  const first = await edge.post({ url: 'x' }, key)
  const again = await edge.post({ url: 'x' }, key)
  assert.deepEqual(again.json(), first.json())
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.equal(first.headers['idempotent-replayed'], undefined)
  assert.equal(edge.runs(), 1)
})

test('another request with the same key is a conflict', async () => {
  await using edge = startCounting()
  await edge.post({ url: 'x' }, key)
  const other = await edge.post({ url: 'y' }, key)
  assert.deepEqual([other.statusCode, other.json().error], [409, 'Idempotency key already used'])
})

test('a request whose first response is not ready gets Retry-After', async () => {
  const end = Promise.withResolvers<void>()
  await using edge = startCounting(end.promise)
  const early = edge.post({ url: 'x' }, key)
  while (edge.runs() === 0) await setImmediate()
  const late = await edge.post({ url: 'x' }, key)
  end.resolve()
  assert.deepEqual([(await early).statusCode, late.statusCode], [200, 409])
  assert.equal(late.headers['retry-after'], '1')
})

test('the key of a failed request can be used again', async () => {
  await using edge = startCounting()
  assert.equal((await edge.post({ url: 'fails once' }, key)).statusCode, 500)
  assert.equal((await edge.post({ url: 'fails once' }, key)).statusCode, 200)
})

test('without a key every request is processed, an invalid key is refused', async () => {
  await using edge = startCounting()
  await edge.post({ url: 'x' })
  await edge.post({ url: 'x' })
  assert.equal(edge.runs(), 2)
  assert.equal((await edge.post({ url: 'x' }, { 'x-idempotency-key': ' ' })).statusCode, 400)
})
