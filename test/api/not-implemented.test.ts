import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingEndpoints } from '#features/not-implemented/feature.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { firstKey, startService } from '#test/service.ts'

const service = await startService()
disposeAfterTests(service)

const id = '0199b0a0-0000-7000-8000-000000000000'

async function send(method: string, url: string, key = firstKey) {
  const answer = await service.server.inject({
    method: method as 'GET',
    url,
    headers: { authorization: `Bearer ${key}` },
  })
  return { status: answer.statusCode, headers: answer.headers, ...answer.json() }
}

test('endpoints that are not built return 501 and name the missing feature', async () => {
  for (const { methods, path, name } of missingEndpoints) {
    for (const method of methods) {
      const { status, code, error } = await send(method, path.replaceAll(/:\w+/g, id))
      assert.deepEqual(
        [status, code, error],
        [501, 'NOT_IMPLEMENTED', `${name} is not available in this version.`],
        `${method} ${path}`,
      )
    }
  }
})

test('endpoints that are not built check the key and its restrictions', async () => {
  assert.equal((await send('POST', '/v2/search', 'fc-none-of-these-keys')).status, 401)
  const { key } = await addTeam(service.database, { allowedEndpoints: ['scrape'] })
  assert.equal((await send('POST', '/v2/search', key)).status, 403)
  assert.equal((await send('GET', '/v2/deep-research/1', key)).status, 403)
})

test('another method on them returns 405 with the allowed ones', async () => {
  const { status, headers } = await send('PUT', '/v2/agent')
  assert.deepEqual([status, headers['allow']], [405, 'POST, GET, HEAD, OPTIONS'])
})

test('older API versions return 404 that names /v2', async () => {
  for (const path of ['/v1/monitor', '/v0/crawl/status/a', '/v1']) {
    const { status, code, error } = await send('POST', path)
    assert.deepEqual([status, code], [404, 'NOT_FOUND'])
    assert.match(error, /below \/v2 instead of \/v[01]\.$/)
  }
  assert.equal((await send('GET', '/v12')).error, 'Not Found')
})
