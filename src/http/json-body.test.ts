import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assert as check, jsonValue, property } from 'fast-check'
import { ServiceError } from '#kernel/errors.ts'
import { readBody } from './json-body.ts'

test('JSON is parsed unchanged', () => {
  check(
    property(jsonValue(), (value) => {
      const text = JSON.stringify(value)
      assert.equal(JSON.stringify(readBody(Buffer.from(text))), text)
    }),
  )
})

test('brackets in texts do not count as depth', () => {
  assert.deepEqual(readBody(Buffer.from(`["${'[{'.repeat(1000)}\\"["]`)), [
    `${'[{'.repeat(1000)}"[`,
  ])
})

test('bodies that are too deep, not UTF-8 or not JSON are refused', () => {
  for (const bytes of [
    Buffer.from(`${'['.repeat(129)}${']'.repeat(129)}`),
    Buffer.from([0x22, 0xff, 0x22]),
    Buffer.from('{"a":'),
    Buffer.from(' '),
  ]) {
    assert.throws(
      () => readBody(bytes),
      (thrown) => thrown instanceof ServiceError && thrown.code === 'BAD_REQUEST_INVALID_JSON',
    )
  }
})

test('text with NUL is refused with the name of its field, but not an escaped backslash before u0000', () => {
  assert.throws(() => readBody(Buffer.from('{"a":["x",{"b":"\\u0000"}]}')), {
    code: 'BAD_REQUEST',
    details: [
      {
        code: 'custom',
        path: ['a', 1, 'b'],
        message: 'Text cannot contain the NUL character (\\u0000).',
      },
    ],
  })
  assert.deepEqual(readBody(Buffer.from('{"a":"\\\\u0000"}')), { a: '\\u0000' })
})
