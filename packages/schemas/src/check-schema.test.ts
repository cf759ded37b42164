import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import * as fc from 'fast-check'
import { findSchemaProblem, findSizeProblem } from './check-schema.ts'
import type { JsonSchema } from './json-schema.ts'

const findProblem = (schema: JsonSchema) =>
  findSizeProblem(schema, { values: 0, characters: 0 }) ?? findSchemaProblem(schema)
const readCode = (schema: JsonSchema) => findProblem(schema)?.code

const names = ['a', 'b', 'enum', 'default', '__proto__', 'properties']
const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    1.5,
    -1,
    3,
    '',
    'object',
    'string',
    'x',
    [],
    ['a'],
    ['a', 'a'],
    {},
  ),
  fc.constantFrom<unknown>(
    [1, 1],
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    ['string', 'null'],
    ['string', 'string'],
    [[]],
  ),
)
const member = (name: string, value: fc.Arbitrary<unknown>) =>
  value.map((given): [string, unknown] => [name, given])

const { schema } = fc.letrec<{ schema: unknown; keyword: [string, unknown] }>((tie) => {
  const list = fc.array(tie('schema'), { maxLength: 3 })
  const map = fc.dictionary(fc.constantFrom(...names), tie('schema'), { maxKeys: 3 })
  return {
    keyword: fc.oneof(
      ...['allOf', 'anyOf', 'oneOf', 'items'].map((name) => member(name, list)),
      ...['items', 'not', 'if', 'additionalProperties', 'contains'].map((name) =>
        member(name, tie('schema')),
      ),
      ...['properties', 'definitions', 'dependencies'].map((name) => member(name, map)),
      ...[
        'type',
        'enum',
        'const',
        'required',
        'minLength',
        'maxItems',
        'minimum',
        'multipleOf',
        'uniqueItems',
        'pattern',
        'format',
        'title',
        'default',
        'examples',
        'properties',
        'allOf',
        'items',
        'dependencies',
      ].map((name) => member(name, odd)),
    ),
    schema: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom<unknown>(true, {}, { type: 'string' }, 5),
      fc.array(tie('keyword'), { maxLength: 3 }).map((members) => Object.fromEntries(members)),
    ),
  }
})

test('schemas are valid by the same rules as the schema of schemas of draft 7', () => {
  const ajv = new Ajv({ strict: false, logger: false })
  let invalid = 0
  fc.assert(
    fc.property(schema, (given) => {
      if (typeof given !== 'object' || given === null) return
      const isValid = ajv.validateSchema(given) === true
      if (!isValid) invalid += 1
      const message = findProblem(given as JsonSchema)?.message
      // The rest of what is refused is valid.
      assert.equal(message !== 'This is not a JSON Schema.', isValid, JSON.stringify(given))
    }),
    { numRuns: 5_000, seed: 20_261_126 },
  )
  assert.ok(invalid > 500 && invalid < 4_500, String(invalid))
})

const many = (count: number, value: (index: number) => object) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, value(index)]))
const chain = (count: number) =>
  many(count, (index) => ({
    ...(index < count - 1 && { allOf: [{ $ref: `#/$defs/p${index + 1}` }] }),
    properties: { [`k${index}`]: { $ref: '#/$defs/p0' } },
  }))

test('schemas whose parts are too many to be put together are refused, with the place', () => {
  const wide = {
    properties: many(2_000, () => ({ allOf: [{ $ref: '#/$defs/wide' }] })),
    $defs: { wide: { properties: many(500, () => ({})) } },
  }
  const long = { properties: { a: { $ref: '#/$defs/p0' } }, $defs: chain(900) }
  const round = {
    properties: many(4_000, (index) => ({ $ref: `#/properties/p${(index + 1) % 4_000}` })),
  }
  const listed = {
    $defs: many(50, () => ({
      allOf: Array.from({ length: 50 }, (_, index) => ({ $ref: `#/$defs/p${index}`, title: 'a' })),
    })),
    properties: { a: { $ref: '#/$defs/p0' } },
  }
  for (const schema of [wide, long, round]) {
    const problem = findProblem(schema)
    assert.equal(problem?.code, 'SCHEMA_TOO_COMPLEX')
    assert.ok(problem.path.length > 0)
    assert.match(problem.message, /200000 steps/)
  }
  assert.equal(readCode(listed), 'SCHEMA_TOO_COMPLEX')
})

test('so are schemas that are too long or too deep', () => {
  const nested = (depth: number): JsonSchema =>
    depth === 0 ? {} : { properties: { a: nested(depth - 1) } }
  assert.equal(readCode(nested(60)), undefined)
  assert.equal(readCode(nested(70)), 'SCHEMA_TOO_COMPLEX')
  assert.equal(readCode({ default: 'x'.repeat(249_000) }), undefined)
  assert.equal(readCode({ default: 'x'.repeat(250_001) }), 'SCHEMA_TOO_COMPLEX')
  const patterns = many(1_000, (index) => ({ pattern: `${'(a|b)'.repeat(50)}${index}` }))
  assert.equal(readCode({ properties: patterns }), 'SCHEMA_TOO_COMPLEX')
})

test('what looks worse than it is, is accepted', () => {
  const self = { properties: { a: {} }, allOf: Array.from({ length: 50 }, () => ({ $ref: '#' })) }
  const choices = { properties: { a: { anyOf: [{ $ref: '#' }, { $ref: '#' }] } } }
  const definitions = many(40, (index) => ({
    anyOf: Array.from({ length: 3 }, () => ({ $ref: `#/$defs/p${(index + 1) % 40}` })),
  }))
  const tree = { $ref: '#/$defs/p0', $defs: definitions }
  const long = { properties: { a: { $ref: '#/$defs/p0' } }, $defs: chain(150) }
  const members = Array.from({ length: 900 }, (_, index) => ({ a: 1, b: 2, c: 3, d: 4, index }))
  for (const schema of [self, choices, tree, long, { properties: { a: { enum: members } } }])
    assert.equal(findProblem(schema), undefined)
})

test('references into what is no place of a schema are followed, and have to lead somewhere', () => {
  assert.equal(
    readCode({ properties: { a: { $ref: '#/d/x' } }, d: { x: { $ref: '#/d/y' } } }),
    'UNPROCESSABLE',
  )
  assert.equal(readCode({ properties: { a: { $ref: '#/d/x' } }, d: { x: {} } }), undefined)
})
