import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startEdge } from '#test/fixtures/edge.ts'

test('a component that fails or does not respond is named', async () => {
  for (const [isReady, parts] of [
    [async () => ({ database: false, disk: true }), { database: false, disk: true, service: true }],
    [
      async () => {
        throw new Error('cannot tell')
      },
      { checks: false, service: true },
    ],
  ] as const) {
    await using edge = startEdge({ isReady })
    const ready = await edge.app.inject({ url: '/health/ready' })
    assert.equal(ready.statusCode, 503)
    assert.ok(ready.headers['retry-after'])
    assert.deepEqual(ready.json(), { status: 'unavailable', parts })
    assert.equal((await edge.app.inject({ url: '/health/live' })).statusCode, 200)
  }
})

test('metrics are labelled by route pattern, never by URL or team', async () => {
  await using edge = startEdge({
    gauges: [{ name: 'weir_test_figure', help: 'A figure.', read: () => 42 }],
  })
  const series = async () => {
    const { body } = await edge.app.inject({ url: '/metrics' })
    return body.split('\n').filter((line) => line && !line.startsWith('#'))
  }
  await series()
  const headers = { authorization: 'Bearer fc-1' }
  await edge.app.inject({ url: '/v2/echo/1', headers })
  await edge.app.inject({ url: '/nowhere/1' })
  const before = await series()
  for (let index = 2; index < 20; index++) {
    await edge.app.inject({ url: `/v2/echo/${index}`, headers })
    await edge.app.inject({ url: `/nowhere/${index}` })
  }
  const after = await series()
  assert.equal(after.length, before.length)
  assert.ok(after.includes('weir_test_figure 42'))
  assert.ok(
    after.includes(
      'weir_http_requests_total{method="GET",route="/v2/echo/:jobId",status="400"} 19',
    ),
  )
})
