import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkJsonSchemas } from './json-schemas.ts'

const many = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`)
const check = (...schemas: Record<string, unknown>[]) =>
  checkJsonSchemas(schemas.map((schema) => ({ type: 'json', schema })))

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
