import assert from 'node:assert/strict'
import { test } from 'node:test'
import { array, assert as check, integer, property, record, string, tuple } from 'fast-check'
import { mergeAnswers } from './merge.ts'

/** Items with an identifier that no other item of the list has. */
const items = array(record({ title: string({ maxLength: 12 }), price: integer({ min: 0 }) }), {
  maxLength: 40,
}).map((list) => list.map((item, at) => ({ ...item, sku: `S-${at}` })))

/** A list cut into parts at random positions. */
const parts = tuple(items, array(integer({ min: 0, max: 40 }), { maxLength: 6 })).map(
  ([list, cuts]) => {
    const ends = [...cuts.filter((cut) => cut <= list.length), list.length].toSorted(
      (a, b) => a - b,
    )
    return { list, parts: ends.map((end, at) => list.slice(ends[at - 1] ?? 0, end)) }
  },
)

test('the answers to the parts of a page merge into the answer to the whole page', () => {
  check(
    property(parts, string({ minLength: 1 }), ({ list, parts: lists }, title) => {
      const answers = lists.map((part, at) => ({ title: at === 0 ? title : null, items: part }))
      assert.deepEqual(mergeAnswers(answers), { title, items: list })
    }),
    { numRuns: 2_000 },
  )
})

test('an item that two parts share is taken once, with the members of both', () => {
  check(
    property(items, integer({ min: 1, max: 5 }), (list, shared) => {
      const middle = Math.floor(list.length / 2)
      const first = list.slice(0, middle)
      const second = list.slice(Math.max(0, middle - shared)).map((item) => ({ ...item, stock: 1 }))
      const merged = mergeAnswers([{ items: first }, { items: second }])
      const { items: all } = merged as { readonly items: readonly { readonly sku: string }[] }
      assert.deepEqual(
        all.map(({ sku }) => sku),
        list.map(({ sku }) => sku),
      )
    }),
    { numRuns: 1_000 },
  )
})

test('merging is associative in its parts, and an empty answer changes nothing', () => {
  check(
    property(parts, ({ parts: lists }) => {
      const answers = lists.map((part) => ({ items: part }))
      const [first, ...rest] = answers
      assert.deepEqual(mergeAnswers([first, mergeAnswers(rest)]), mergeAnswers(answers))
      assert.deepEqual(mergeAnswers([null, ...answers, {}]), mergeAnswers(answers))
    }),
    { numRuns: 1_000 },
  )
})
