import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readJson } from './read-json.ts'

const table: readonly [text: string, value: unknown][] = [
  ['{"a":1}', { a: 1 }],
  ['  [1, 2, ]  ', [1, 2]],
  ['```json\n{"a":"```"}\n```', { a: '```' }],
  ['Use [1] as follows: {"a":{"b":[1,2,],},} and {x}', { a: { b: [1, 2] } }],
  ['{"a":",]","b":"\\"}"}', { a: ',]', b: '"}' }],
  ['{"a":[{"b":1},', { a: [{ b: 1 }] }],
  ['{"a":"cut', { a: 'cut' }],
  ['{"a":1}{"b":2}', { a: 1 }],
  ['42', 42],
]
for (const [text, value] of table) {
  test(`the JSON in ${text} is found`, () => assert.deepEqual(readJson(text), { value }))
}

test('text that is not JSON is not parsed as JSON', () => {
  for (const text of ['', 'none', '{a:1}', '[}', '{"a":1]', '['.repeat(1_000)]) {
    assert.equal(readJson(text), undefined, text)
  }
})

test('unterminated text is parsed in linear time', () => {
  const step = '"\\'
  assert.equal(readJson(`{${step.repeat(1_000_000)}`), undefined)
  assert.equal(readJson('{'.repeat(2_000_000)), undefined)
  assert.equal(readJson(`[${','.repeat(2_000_000)}`), undefined)
})
