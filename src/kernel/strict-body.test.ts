import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { strictBody } from './strict-body.ts'

const Body = strictBody({ url: z.string() })

test('origin, integration and internal names are accepted, other unknown names are not', () => {
  const sent = JSON.parse(
    '{"url":"x","origin":"cli","integration":" tool ","__debug":1,"__proto__":{"polluted":true}}',
  )
  assert.deepEqual(Body.parse(sent), { url: 'x', origin: 'cli', integration: 'tool' })
  assert.deepEqual(Body.parse({ url: 'x', integration: null }), { url: 'x', integration: null })
  const { error } = Body.safeParse({ url: 'x', surprise: 1 })
  assert.equal(error?.issues[0]?.code, 'unrecognized_keys')
  assert.equal('polluted' in {}, false)
})

test('client names have a maximum length', () => {
  assert.equal(Body.safeParse({ url: 'x', origin: 'o'.repeat(257) }).success, false)
  assert.equal(Body.safeParse({ url: 'x', integration: 'i'.repeat(129) }).success, false)
})

test('values other than objects are refused', () => {
  for (const body of [null, undefined, [], 'text', 5]) {
    assert.equal(Body.safeParse(body).error?.issues[0]?.code, 'invalid_type')
  }
})

test('its JSON Schema is that of the object', () => {
  const schema = z.toJSONSchema(Body, { io: 'input' })
  assert.deepEqual(Object.keys(schema.properties ?? {}), ['origin', 'integration', 'url'])
  assert.equal(schema.additionalProperties, false)
})
