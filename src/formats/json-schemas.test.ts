import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ServiceError } from '#kernel/errors.ts'
import { hostileSchemas } from '#test/fixtures/hostile-schemas.ts'
import { checkJsonSchemas, checkJsonSchemasAtOnce, endSchemaThreads } from './json-schemas.ts'

const many = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`)
const check = (...schemas: Record<string, unknown>[]) =>
  checkJsonSchemasAtOnce(schemas.map((schema) => ({ type: 'json', schema })))

after(endSchemaThreads)

test('schemas are accepted up to the limit of each and of all together', () => {
  const choices = (count: number) => ({ properties: { a: { enum: many(count) } } })
  check(choices(1_000), choices(1_000))
  assert.throws(() => check({}, choices(1_001)), {
    code: 'UNPROCESSABLE',
    details: [
      {
        code: 'custom',
        path: ['formats', 1, 'schema'],
        message: 'An enum may have at most 1000 values.',
      },
    ],
  })
  const half = { required: many(5_500) }
  check(half)
  assert.throws(() => check(half, half), { code: 'UNPROCESSABLE' })
})

/** What a check finds. */
const outcome = async (check: () => void | Promise<void>) => {
  try {
    await check()
    return undefined
  } catch (thrown) {
    const { code, details } = thrown as ServiceError
    return { code, details }
  }
}

test('schemas whose parts are many are checked in a thread, with the same result', async () => {
  const { signal } = new AbortController()
  const expensive = hostileSchemas.filter(({ name }) =>
    /^(?:a chain of parts|a tree of parts)$/.test(name),
  )
  assert.equal(expensive.length, 2)
  for (const { schema } of expensive) {
    const formats = [{ type: 'json' as const, schema }]
    const found = await outcome(() =>
      checkJsonSchemas(formats, { account: { teamId: 'a' }, signal }),
    )
    assert.deepEqual(found, await outcome(() => checkJsonSchemasAtOnce(formats)))
  }
})
