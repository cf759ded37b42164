import assert from 'node:assert/strict'
import { test } from 'node:test'
import { request } from 'undici'
import type { Log } from '#kernel/log.ts'
import { startService } from '#test/service.ts'

async function readStatus(target: string): Promise<number> {
  const { statusCode, body } = await request(target)
  await body.dump()
  return statusCode
}

/** The status of `/metrics` on the port of the API, and on its own where there is one. */
async function readMetrics(env: Readonly<Record<string, string>>) {
  let own = ''
  const log: Log = {
    debug() {},
    info(fields, message) {
      if (message === 'metrics are served' && 'url' in fields) own = String(fields.url)
    },
    warn() {},
    error() {},
  }
  await using service = await startService({ env, log })
  const url = (await service.listen()).replace('0.0.0.0', '127.0.0.1')
  return {
    api: await readStatus(`${url}/metrics`),
    own: own === '' ? undefined : await readStatus(own),
    health: await readStatus(`${url}/health/live`),
  }
}

test('metrics are served on the API port when it listens on loopback', async () => {
  assert.deepEqual(await readMetrics({}), { api: 200, own: undefined, health: 200 })
})

test('metrics are not served to the network unless they have a port of their own', async () => {
  assert.deepEqual(await readMetrics({ WEIR_HOST: '0.0.0.0' }), {
    api: 404,
    own: undefined,
    health: 200,
  })
})

test('metrics with their own port are served only there', async () => {
  assert.deepEqual(await readMetrics({ WEIR_METRICS_PORT: '0' }), {
    api: 404,
    own: 200,
    health: 200,
  })
})
