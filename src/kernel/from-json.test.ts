import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { turnsDuring } from '#test/fixtures/turns-during.ts'
import { fromJson } from './from-json.ts'
import { toJson } from './to-json.ts'

test('whatever the size of a piece, the value is that of JSON.parse', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.jsonValue({ stringUnit: 'binary' }),
      fc.integer({ min: 1, max: 40 }),
      async (value, pieceMax) => {
        const json = await toJson([value])
        assert.deepEqual(await fromJson(json, { pieceMax }), JSON.parse(json.toString()))
      },
    ),
    { numRuns: 200 },
  )
})

test('texts are cut neither in a character nor in an escape', async () => {
  const text = `${'"\\\n\u0001é😀\uD800'.repeat(20)}\\`
  const json = Buffer.from(JSON.stringify({ text, [text]: [text, 1], list: [], object: {} }))
  for (let pieceMax = 1; pieceMax < 200; pieceMax += 1)
    assert.deepEqual(await fromJson(json, { pieceMax }), JSON.parse(json.toString()))
})

test('a member called __proto__ is only a member', async () => {
  const json = Buffer.from(`{"__proto__":{"a":"${'x'.repeat(50)}"},"b":1}`)
  const value = (await fromJson(json, { pieceMax: 10 })) as object
  assert.deepEqual(Object.keys(value), ['__proto__', 'b'])
  assert.equal(Object.getPrototypeOf(value), Object.prototype)
})

test('long texts of other members are left out', async () => {
  const value = {
    a: 1,
    long: '\\"é'.repeat(20),
    list: ['x'.repeat(90)],
    kept: 'y'.repeat(90),
    b: 2,
  }
  const json = await toJson(value)
  const members = new Set(['a', 'kept'])
  for (const pieceMax of [1, 7, 30]) {
    const { long: _long, ...others } = value
    assert.deepEqual(await fromJson(json, { members, pieceMax }), others)
  }
  assert.deepEqual(await fromJson(json, { members }), value)
  const endless = Buffer.from('{"long":"bcdefghijklm')
  await assert.rejects(fromJson(endless, { members, pieceMax: 4 }), SyntaxError)
})

test('what is no JSON is refused', async () => {
  const texts = [
    '{"a":"bcdefghijklm',
    '[1,2,3,4,5,6,7,8',
    '[1,2,3,4,5,6] 1',
    '{"a":1,"bcdefghi":2 "c"}',
  ]
  for (const text of texts)
    await assert.rejects(fromJson(Buffer.from(text), { pieceMax: 4 }), SyntaxError, text)
})

test('reading a large value does not block the event loop', async () => {
  const document = { markdown: '"\\'.repeat(10_000_000), links: Array(100_000).fill('http://a') }
  const json = await toJson(document)
  const { turns } = await turnsDuring(() => fromJson(json))
  assert.ok(turns > 5, String(turns))
})
