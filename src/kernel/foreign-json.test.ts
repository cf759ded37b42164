import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseForeignJson } from './foreign-json.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const members = (count: number) =>
  `{${Array.from({ length: count }, (_, index) => `"${index}":0`).join()}}`

test('JSON of other programs is parsed up to a depth and a number of members and values', () => {
  assert.deepEqual(parseForeignJson('{"a":["[[{{::,,",{"b":"\\"[,"}]}'), {
    a: ['[[{{::,,', { b: '"[,' }],
  })
  parseForeignJson(nested(100))
  assert.throws(() => parseForeignJson(nested(101)), /exceeds 100 levels/)
  parseForeignJson(`[${'0,'.repeat(149_999)}0]`)
  assert.throws(() => parseForeignJson(`[${'{},'.repeat(150_000)}{}]`), /exceeds 150000 values/)
  parseForeignJson(members(100_000))
  assert.throws(() => parseForeignJson(members(100_001)), /exceeds 100000 members/)
  for (const broken of ['', '[1', '{"a":}', '<html>'])
    assert.throws(() => parseForeignJson(broken), SyntaxError)
})

test('nothing is made of JSON that is too large', () => {
  const { parse } = JSON
  let calls = 0
  JSON.parse = (...given) => {
    calls += 1
    return parse(...given) as unknown
  }
  try {
    const deep = '{"results":'.repeat(200_000)
    for (const text of [deep, '['.repeat(2_000_000), `[${'[],'.repeat(900_000)}[]]`])
      assert.throws(() => parseForeignJson(text), SyntaxError)
  } finally {
    JSON.parse = parse
  }
  assert.equal(calls, 0)
})
