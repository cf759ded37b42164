import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assert as check, jsonValue, property } from 'fast-check'
import { ServiceError } from '#kernel/errors.ts'
import { readJson } from './json-body.ts'

test('what is written as JSON is read as it was', () => {
  check(
    property(jsonValue(), (value) => {
      const text = JSON.stringify(value)
      assert.equal(JSON.stringify(readJson(Buffer.from(text))), text)
    }),
  )
})

test('brackets in texts have no depth', () => {
  assert.deepEqual(readJson(Buffer.from(`["${'[{'.repeat(1000)}\\"["]`)), [
    `${'[{'.repeat(1000)}"[`,
  ])
})

test('what is too deep, not UTF-8 or not JSON is refused', () => {
  for (const bytes of [
    Buffer.from(`${'['.repeat(129)}${']'.repeat(129)}`),
    Buffer.from([0x22, 0xff, 0x22]),
    Buffer.from('{"a":'),
    Buffer.from(' '),
  ]) {
    assert.throws(
      () => readJson(bytes),
      (thrown) => thrown instanceof ServiceError && thrown.code === 'BAD_REQUEST_INVALID_JSON',
    )
  }
})

test('text with NUL is refused with the name of its field, and a backslash before the escape is none', () => {
  assert.throws(() => readJson(Buffer.from('{"a":["x",{"b":"\\u0000"}]}')), {
    code: 'BAD_REQUEST',
    details: [
      {
        code: 'custom',
        path: ['a', 1, 'b'],
        message: 'Text cannot contain the NUL character (\\u0000).',
      },
    ],
  })
  assert.deepEqual(readJson(Buffer.from('{"a":"\\\\u0000"}')), { a: '\\u0000' })
})
