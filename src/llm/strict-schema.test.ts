import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { fromStrict } from './from-strict.ts'
import { schemaErrors } from './schema-thread.ts'
import { toStrict } from './strict-schema.ts'
import {
  schemaWithValue,
  toStrictForm,
  withoutDoubtfulNulls,
} from '#test/fixtures/random-schemas.ts'

/** Whether every object of a strict schema names all of its properties and allows no others. */
function isStrict(node: unknown): boolean {
  if (Array.isArray(node)) return node.every(isStrict)
  if (typeof node !== 'object' || node === null) return true
  const { properties, required, additionalProperties } = node as Record<string, unknown>
  const isClosed =
    properties === undefined ||
    (additionalProperties === false &&
      JSON.stringify(Object.keys(properties as object)) === JSON.stringify(required))
  return isClosed && Object.values(node).every(isStrict)
}

test('10,000 random schemas have a strict form, and their values come back the same', () => {
  fc.assert(
    fc.property(schemaWithValue, ({ schema, value }) => {
      const strict = toStrict(schema)
      assert.ok(isStrict(strict))
      const sent = toStrictForm(value, schema)
      assert.deepEqual(schemaErrors({ schema: strict, value: sent }), [])
      const back = fromStrict(sent, schema)
      assert.deepEqual(schemaErrors({ schema, value: back }), [])
      assert.deepEqual(withoutDoubtfulNulls(back, schema), withoutDoubtfulNulls(value, schema))
    }),
    { numRuns: 10_000, seed: 20_261_122 },
  )
})

const table: readonly [
  name: string,
  schema: object,
  strict: object,
  sent: unknown,
  back: unknown,
][] = [
  [
    'an optional property becomes nullable and absent again',
    { type: 'object', properties: { a: { type: 'string', minLength: 2 } } },
    {
      type: 'object',
      properties: { a: { type: ['string', 'null'], description: '(minLength: 2)' } },
      required: ['a'],
      additionalProperties: false,
    },
    { a: null },
    {},
  ],
  [
    'a root list is wrapped',
    { type: 'array', items: { type: 'number' } },
    {
      type: 'object',
      properties: { value: { type: 'array', items: { type: 'number' } } },
      required: ['value'],
      additionalProperties: false,
    },
    { value: [1, 2] },
    [1, 2],
  ],
  [
    'a map becomes a list of pairs',
    {
      type: 'object',
      properties: { m: { type: 'object', additionalProperties: { type: 'number' } } },
      required: ['m'],
    },
    {
      type: 'object',
      properties: {
        m: {
          type: 'array',
          items: {
            type: 'object',
            properties: { name: { type: 'string' }, value: { type: 'number' } },
            required: ['name', 'value'],
            additionalProperties: false,
          },
        },
      },
      required: ['m'],
      additionalProperties: false,
    },
    { m: [{ name: '__proto__', value: 1 }] },
    { m: JSON.parse('{"__proto__":1}') as unknown },
  ],
  [
    'allOf becomes one object',
    {
      allOf: [
        { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        { $ref: '#/$defs/b' },
      ],
      $defs: { b: { type: 'object', properties: { b: { type: 'number' } }, required: ['b'] } },
    },
    {
      type: 'object',
      properties: {
        value: {
          type: 'object',
          properties: { a: { type: 'string' }, b: { type: 'number' } },
          required: ['a', 'b'],
          additionalProperties: false,
        },
      },
      required: ['value'],
      additionalProperties: false,
      $defs: {
        b: {
          type: 'object',
          properties: { b: { type: 'number' } },
          required: ['b'],
          additionalProperties: false,
        },
      },
    },
    { value: { a: 'x', b: 1 } },
    { a: 'x', b: 1 },
  ],
]

for (const [name, schema, strict, sent, back] of table) {
  test(name, () => {
    const root = schema as Record<string, unknown>
    assert.deepEqual(toStrict(root), strict)
    assert.deepEqual(fromStrict(sent, root), back)
  })
}

test('circular references and unbounded choices are processed in bounded time', () => {
  const circle = {
    $ref: '#/$defs/a',
    $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
  }
  assert.deepEqual(fromStrict({ value: 1 }, circle), 1)
  const doubling = { anyOf: [{ $ref: '#' }, { $ref: '#' }] }
  assert.deepEqual(fromStrict({ value: { a: 1 } }, doubling), { a: 1 })
  const parts = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => {
      const next = { $ref: `#/$defs/p${index + 1}` }
      return [`p${index}`, index < 39 ? { allOf: [next, next] } : { type: 'string' }]
    }),
  )
  const doublingAllOf = { allOf: [{ $ref: '#/$defs/p0' }], $defs: parts }
  assert.deepEqual(fromStrict({ value: 'x' }, doublingAllOf), 'x')
  assert.deepEqual(toStrict({ $ref: '#/$defs/p0', $defs: parts })['required'], ['value'])
})

test('a schema of too many nodes is refused', () => {
  const properties = Object.fromEntries(
    Array.from({ length: 6_000 }, (_, index) => [`p${index}`, { type: 'string' }]),
  )
  assert.throws(() => toStrict({ type: 'object', properties }), { code: 'UNPROCESSABLE' })
})

test('a schema that refers to itself by any reference gets a definition for it', () => {
  const tree = {
    type: 'object',
    properties: { child: { $ref: '#/parts/node' } },
    parts: {
      node: {
        type: 'object',
        properties: { name: { type: 'string' }, child: { $ref: '#/parts/node' } },
        required: ['name'],
      },
    },
  }
  const strict = toStrict(tree)
  const value = { child: { name: 'a', child: { name: 'b', child: null } } }
  assert.deepEqual(schemaErrors({ schema: strict, value }), [])
  assert.notDeepEqual(
    schemaErrors({ schema: strict, value: { child: { name: 1, child: null } } }),
    [],
  )
  assert.deepEqual(fromStrict(value, tree), { child: { name: 'a', child: { name: 'b' } } })
})

const referring = (count: number, to: string) => ({
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`p${index}`, { $ref: to }]),
  ),
})

test('choices that refer to themselves, a shared long default and shared parts take a bounded number of steps', () => {
  const self = {
    type: 'object',
    properties: { a: { $ref: '#/definitions/x' } },
    definitions: { x: { anyOf: [{ $ref: '#/definitions/x' }, { $ref: '#/definitions/x' }] } },
  }
  assert.deepEqual(fromStrict({ a: null }, self), {})
  const choices = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [
      `x${index}`,
      index < 59
        ? { anyOf: [1, 2, 3].map(() => ({ $ref: `#/definitions/x${index + 1}` })) }
        : { type: 'number' },
    ]),
  )
  const chain = {
    type: 'object',
    properties: { a: { $ref: '#/definitions/x0' } },
    definitions: choices,
  }
  assert.deepEqual(fromStrict({ a: null }, chain), {})
  assert.deepEqual(fromStrict({ a: { b: 1 } }, chain), { a: { b: 1 } })
  const shared = {
    ...referring(4_000, '#/x'),
    x: { type: 'string', default: 'y"'.repeat(200_000) },
  }
  assert.equal(Object.keys(toStrict(shared)['properties'] as object).length, 4_000)
  const tree = {
    ...referring(9, '#/d/b'),
    d: {
      b: referring(9, '#/d/c'),
      c: referring(9, '#/d/y'),
      y: { allOf: Array.from({ length: 500 }, (_, index) => ({ required: [`r${index}`] })) },
    },
  }
  assert.equal(Object.keys(toStrict(tree)['properties'] as object).length, 9)
})
