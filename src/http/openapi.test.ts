import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { failures } from '#kernel/errors.ts'
import { strictBody } from '#kernel/strict-body.ts'
import { turnsDuring } from '#test/fixtures/turns-during.ts'
import { openapi } from './openapi.ts'
import { json, keyEndpoint } from './endpoint.ts'

const Leaf = z.object({ limit: z.int().default(5) }).meta({ id: 'Leaf' })
const Tree = z.object({ leaf: Leaf }).meta({ id: 'Tree' })
const Plain = z.object({ name: z.string() }).meta({ id: 'Plain' })

const one = keyEndpoint({
  method: 'POST',
  path: '/v2/tree/:treeId',
  summary: 'Grow',
  tag: 'Tree',
  group: 'scrape',
  bucket: 'scrape',
  creditsRequired: 1,
  params: z.object({ treeId: z.uuid() }),
  body: json(strictBody({ tree: Tree, plain: Plain }).meta({ id: 'GrowRequest' })),
  reply: json(z.object({ tree: Tree, plain: Plain })),
  errors: ['NOT_FOUND', 'SCRAPE_DNS_RESOLUTION_ERROR'],
  refusals: ['The team has no leaf …'],
  handle: async ({ body }) => body,
})

const document = JSON.parse(await openapi([one], '1.2.3'))
const { schemas } = document.components
const operation = document.paths['/v2/tree/{treeId}'].post

test('a schema is one component, or two if its request and response forms differ', () => {
  assert.deepEqual(Object.keys(schemas).toSorted(), [
    'Failure',
    'GrowRequest',
    'Leaf',
    'LeafInput',
    'Plain',
    'Tree',
    'TreeInput',
    'WebhookEvent',
  ])
  assert.deepEqual(schemas.Leaf.required, ['limit'])
  assert.equal(schemas.LeafInput.required, undefined)
  assert.equal(schemas.TreeInput.properties.leaf.$ref, '#/components/schemas/LeafInput')
  assert.equal(schemas.GrowRequest.properties.tree.$ref, '#/components/schemas/TreeInput')
  assert.equal(schemas.GrowRequest.properties.plain.$ref, '#/components/schemas/Plain')
})

test('every reference can be resolved', () => {
  for (const [, name = ''] of JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)) {
    assert.ok(schemas[name.replace('#/components/schemas/', '')], name)
  }
})

test('every error of a route has its status and an example', () => {
  assert.equal(operation.operationId, 'postTreeByTreeId')
  assert.deepEqual(
    Object.keys(operation.responses).map(Number),
    [200, 400, 401, 402, 403, 404, 413, 429, 431, 500, 503],
  )
  const refused = operation.responses[400].content['application/json'].examples.REFUSED_1
  assert.deepEqual(refused.value, {
    success: false,
    error: 'The team has no leaf …',
    code: 'BAD_REQUEST',
  })
  const notFound = operation.responses[404].content['application/json'].examples.NOT_FOUND
  assert.equal(notFound.value.error, failures.NOT_FOUND.message)
  const success = operation.responses[200].content['application/json'].schema
  assert.equal(success.oneOf[1].$ref, '#/components/schemas/Failure')
})

test('other requests are served while the document is made', async () => {
  const schemas = Array.from({ length: 400 }, (_, at) =>
    z.object({ leaf: Leaf, list: z.array(Plain), [`member${at}`]: z.enum(['a', 'b']) }),
  )
  const many = schemas.map((schema, at) => ({
    ...one,
    path: `/v2/tree-${at}` as const,
    body: json(schema.meta({ id: `Request${at}` })),
    reply: json(schema),
  }))
  const { turns } = await turnsDuring(() => openapi(many, '1.2.3'))
  assert.ok(turns > 5, String(turns))
})

test('webhooks are described: every event of the reference, with the body and headers of a delivery', () => {
  const reference = readFileSync(
    join(import.meta.dirname, '../../docs/api/webhooks.md'),
    'utf8',
  ).replace(/^[^]*### Events/, '')
  const types = [...reference.matchAll(/^\| +(`[a-z_.]+`(?:, `[a-z_.]+`)*) +\|/gm)]
    .flatMap(([, list = '']) => list.split(', '))
    .filter((type) => type !== '`type`')
    .map((type) => type.replaceAll('`', ''))
  assert.deepEqual(
    Object.keys(document.webhooks).toSorted((a, b) => a.localeCompare(b)),
    types.toSorted((a, b) => a.localeCompare(b)),
  )
  const { post } = document.webhooks['crawl.page']
  assert.equal(post.operationId, 'onCrawlPage')
  assert.ok(post.parameters.some(({ name }: { name: string }) => name === 'X-Firecrawl-Signature'))
  const [event] = post.requestBody.content['application/json'].schema.allOf
  assert.equal(event.$ref, '#/components/schemas/WebhookEvent')
})
