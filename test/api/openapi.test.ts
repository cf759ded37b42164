import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { operationsOf } from '#test/fixtures/naughty-calls.ts'
import { publicPaths, routesInRouter, undescribedPaths } from '#test/fixtures/router.ts'
import { startService } from '#test/service.ts'

let service: Awaited<ReturnType<typeof startService>>
before(async () => {
  service = await startService()
  await service.server.ready()
})
after(() => service[Symbol.asyncDispose]())

const read = async () => (await service.server.inject({ url: '/v2/openapi.json' })).json()

test('what the router serves is described, and what is described is served', async () => {
  const described = operationsOf(await read()).map(({ method, path }) => `${method} ${path}`)
  const served = routesInRouter(service.server)
    .filter(({ method, path }) => method !== 'HEAD' && !undescribedPaths.has(path))
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
  assert.ok(served.includes('PUT /v2/parse/upload/{uploadId}'))
  assert.deepEqual(described.toSorted(), [...new Set(served)].toSorted())
})

test('what needs no key says so, and nothing else does', async () => {
  const { paths } = await read()
  const templated = new Set([...publicPaths].map((path) => path.replaceAll(/:(\w+)/g, '{$1}')))
  for (const [path, item] of Object.entries<Record<string, { security?: unknown }>>(paths)) {
    for (const [method, { security }] of Object.entries(item)) {
      assert.deepEqual(security, templated.has(path) ? [] : undefined, `${method} ${path}`)
    }
  }
})
