import assert from 'node:assert/strict'
import { test } from 'node:test'
import { turnsDuring } from '#test/fixtures/turns-during.ts'
import { isLarge, toJson } from './to-json.ts'

test('large values are written as they always are', async () => {
  const text = `"\\\n\u0001é😀${'😀'.repeat(100_000)}\uD800`
  const manyMembers = Array.from({ length: 20_000 }, (_, index) => [`name "${index}`, { index }])
  const values = [
    {},
    { a: undefined, b: null, c: [undefined, 1, 'x'], d: new Date(0), e: {}, f: [] },
    { text, odd: `x${text}`, list: Array.from({ length: 50_000 }, (_, index) => `${index}"`) },
    { mixed: [1, 'x', text, { a: 1 }, [text], undefined, 2] },
    { ['__proto__']: 1, ...Object.fromEntries(manyMembers), 7: 1, text, after: undefined },
    { nested: [{ text }, [text, { deep: { text } }], undefined], empty: '' },
  ]
  for (const value of values) assert.equal((await toJson(value)).toString(), JSON.stringify(value))
  assert.deepEqual(values.map(isLarge), [false, false, true, true, true, true])
})

test('writing a large value does not block the event loop', async () => {
  const document = { markdown: '"\\'.repeat(10_000_000), links: Array(100_000).fill('http://a') }
  const { turns } = await turnsDuring(() => toJson(document))
  assert.ok(turns > 5, String(turns))
})
