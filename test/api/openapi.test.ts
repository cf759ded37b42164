import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { listOperations } from '#test/fixtures/naughty-calls.ts'
import { publicPaths, routesInRouter, isUndescribed } from '#test/fixtures/router.ts'
import { startService } from '#test/service.ts'

const service = await startService()
await service.server.ready()
disposeAfterTests(service)

const read = async () => (await service.server.inject({ url: '/v2/openapi.json' })).json()

test('routes and OpenAPI operations are the same set', async () => {
  const described = listOperations(await read()).map(({ method, path }) => `${method} ${path}`)
  const served = routesInRouter(service.server)
    .filter(({ method, path }) => method !== 'HEAD' && !isUndescribed(path))
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
  assert.ok(served.includes('PUT /v2/parse/upload/{uploadId}'))
  assert.deepEqual(described.toSorted(), [...new Set(served)].toSorted())
})

test('CORS preflight requests list the methods of every operation', async () => {
  for (const { method, path } of listOperations(await read())) {
    const url = path.replaceAll(/\{\w+\}/g, '0199b0a0-0000-7000-8000-000000000000')
    const { statusCode, headers } = await service.server.inject({ method: 'OPTIONS', url })
    assert.equal(statusCode, 204, path)
    assert.ok(String(headers['access-control-allow-methods']).split(', ').includes(method), path)
    assert.match(String(headers['access-control-allow-headers']), /Authorization, Content-Type/)
  }
})

test('defaults and bounds of a scrape match the contract', async () => {
  const { components } = await read()
  const { properties, anyOf, additionalProperties } = components.schemas.ScrapeRequest
  const said = Object.fromEntries(
    Object.entries<Record<string, unknown>>(properties).flatMap(([name, schema]) =>
      'default' in schema ? [[name, schema['default']]] : [],
    ),
  )
  assert.deepEqual(said, {
    formats: ['markdown'],
    onlyMainContent: true,
    onlyCleanContent: false,
    parsers: ['pdf', 'image'],
    removeBase64Images: true,
    waitFor: 0,
    mobile: false,
    skipTlsVerification: true,
    timeout: 60_000,
    location: {},
    fastMode: false,
    blockAds: true,
    proxy: 'auto',
    maxAge: 172_800_000,
    storeInCache: true,
    lockdown: false,
    checkPromptInjection: false,
    redactPII: false,
    zeroDataRetention: false,
    domainTools: false,
    toolDetail: 'summary',
  })
  const { waitFor, timeout, maxAge, minAge } = properties
  assert.deepEqual(
    [waitFor, timeout, maxAge, minAge].map(({ minimum, maximum }) => [minimum, maximum]),
    [
      [0, 60_000],
      [1_000, 300_000],
      [0, undefined],
      [0, undefined],
    ],
  )
  assert.deepEqual(anyOf, [{ required: ['url'] }, { required: ['alexandria'] }])
  assert.equal(additionalProperties, false)
})

test('exactly the public operations are described without a key', async () => {
  const { paths } = await read()
  const templated = new Set([...publicPaths].map((path) => path.replaceAll(/:(\w+)/g, '{$1}')))
  for (const [path, item] of Object.entries<Record<string, { security?: unknown }>>(paths)) {
    for (const [method, { security }] of Object.entries(item)) {
      assert.deepEqual(security, templated.has(path) ? [] : undefined, `${method} ${path}`)
    }
  }
})

test('every operation describes that the headers of a request can be too large', async () => {
  const { paths } = await read()
  for (const [path, item] of Object.entries<Record<string, { responses: object }>>(paths))
    for (const [method, { responses }] of Object.entries(item))
      assert.ok('431' in responses, `${method} ${path}`)
})

type Described = Record<
  string,
  {
    readonly requestBody?: unknown
    readonly parameters?: readonly { readonly name: string; readonly schema: unknown }[]
  }
>

/** Compared with ages in memory and never stored: any whole number of JavaScript will do. */
const ages = /\.(maxAge|minAge)$/
/** Whole numbers from 0 or 1 on by the contract: those that no column holds count as the largest that one does. */
const counts = /\.(limit|maxConcurrency|maxDiscoveryDepth|timeout|parameters\.(skip|limit|offset))$/

test('every number and list of a request has a bound that fits its column', async () => {
  const document = await read()
  const unbounded = new Set<string>()
  const seen = new Set<object>()
  function walk(schema: unknown, place: string): void {
    if (typeof schema !== 'object' || schema === null || seen.has(schema)) return
    seen.add(schema)
    const { type, maximum, maxItems, $ref } = schema as Record<string, unknown>
    if (typeof $ref === 'string') {
      const name = $ref.slice($ref.lastIndexOf('/') + 1)
      return walk(document.components.schemas[name], name)
    }
    const isNumber = type === 'integer' || type === 'number'
    const isTooLarge = isNumber && !(typeof maximum === 'number' && maximum <= 2 ** 31 - 1)
    if (isTooLarge || (type === 'array' && maxItems === undefined)) unbounded.add(place)
    for (const [name, part] of Object.entries(schema)) walk(part, `${place}.${name}`)
  }

  const paths = Object.entries<Described>(document.paths)
  for (const [path, methods] of paths) {
    for (const { requestBody, parameters } of Object.values(methods)) {
      walk(requestBody, path)
      for (const { name, schema } of parameters ?? []) walk(schema, `${path}.parameters.${name}`)
    }
  }
  assert.deepEqual(
    [...unbounded].filter((place) => !ages.test(place) && !counts.test(place)),
    [],
  )
})
