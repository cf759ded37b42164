import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFlatSchemas, flatSchemas } from './flat-schema.ts'

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test('a schema comes before what it refers to, and this before what it lists', () => {
  const root = {
    $ref: '#/$defs/a',
    title: 'own',
    properties: { x: { title: 'own' } },
    required: ['x'],
    allOf: [
      {
        title: 'listed',
        properties: { x: { title: 'listed' }, y: { title: 'listed' } },
        anyOf: [{ type: 'null' }, { properties: { z: {} } }],
      },
      { required: ['y', 'x'] },
    ],
    $defs: { a: { description: 'referred', properties: { y: { title: 'referred' } } } },
  }
  const { flat, chosen } = flatSchemas(root)
  const properties = { x: { title: 'own' }, y: { title: 'referred' } }
  const { $defs } = root
  const all = { title: 'own', description: 'referred', properties, required: ['x', 'y'], $defs }
  assert.deepEqual(plain(flat(root)), plain({ ...all, anyOf: root.allOf[0]?.anyOf }))
  assert.deepEqual(plain(chosen(root)['properties']), { ...properties, z: {} })
})

test('a schema is put together once, and names like __proto__ are members', () => {
  const root = JSON.parse(
    '{"properties":{"a":{"$ref":"#/d"}},"d":{"properties":{"__proto__":{"type":"string"}}}}',
  ) as { properties: { a: object } }
  const { flat } = flatSchemas(root)
  assert.equal(flat(root.properties.a), flat({ $ref: '#/d' }))
  assert.deepEqual(Object.keys(flat({ $ref: '#/d' })['properties'] as object), ['__proto__'])
})

test('circles end, and steps are bounded', () => {
  const circle = {
    $ref: '#/$defs/a',
    $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
  }
  assert.deepEqual(plain(flatSchemas(circle).flat({ $ref: '#/$defs/a' })), {})
  const self = { allOf: Array.from({ length: 50 }, () => ({ $ref: '#' })), type: 'object' }
  assert.equal(createFlatSchemas(self, 300).chosen(self)['type'], 'object')
  assert.throws(() => createFlatSchemas(self, 100).chosen(self), { code: 'SCHEMA_TOO_COMPLEX' })
})
