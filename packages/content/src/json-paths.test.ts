import assert from 'node:assert/strict'
import { test } from 'node:test'
import { selectJson } from './json-paths.ts'

const shop = JSON.stringify({
  updated: '2026-01-02',
  items: [
    { name: 'Kettle', price: 34.9, tags: ['new'] },
    { name: 'Pan', price: 12 },
  ],
})
const select = (includeTags: readonly string[], excludeTags: readonly string[] = []) =>
  selectJson(shop, { includeTags, excludeTags })?.text

test('values are chosen by JSON path, one on each line', () => {
  assert.equal(select(['$.items[*].name']), 'Kettle\nPan')
  assert.equal(select(['$.items[0].price', 'json:$.updated']), '34.9\n2026-01-02')
  assert.equal(select(["$.items[?@.name == 'Pan'].price"]), '12')
  assert.deepEqual(JSON.parse(select(['$.items[0].tags']) ?? ''), ['new'])
  assert.equal(select(['$.nothing']), '')
})

test('values are left out by JSON path', () => {
  assert.deepEqual(JSON.parse(select([], ['$.updated', '$..tags']) ?? ''), {
    items: [
      { name: 'Kettle', price: 34.9 },
      { name: 'Pan', price: 12 },
    ],
  })
  assert.deepEqual(JSON.parse(select(['$.items'], ['$.items[0]']) ?? ''), [
    null,
    { name: 'Pan', price: 12 },
  ])
})

test('selectors of HTML leave JSON as it is', () => {
  assert.equal(select(['main'], ['.x']), undefined)
})

test('a wrong path, and a text that is not JSON, are refused', () => {
  assert.throws(() => select(['$.items[']), { code: 'BAD_REQUEST', message: /is not a JSON path/ })
  assert.throws(() => selectJson('<p>', { includeTags: ['$.a'], excludeTags: [] }), {
    message: /A JSON path needs a page that is JSON/,
  })
})
