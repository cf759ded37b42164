import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assert as check, boolean, constantFrom, nat, property, record, subarray } from 'fast-check'
import { atMost, exclusions, inclusions, narrow, chooseNarrower, onlyIfAsked } from './narrow.ts'

const items = ['a', 'b', 'c', 'd']
const list = subarray(items)
const order = { all: ['all', 'some', 'one'], some: ['some', 'one'], one: ['one'] } as const

interface Options {
  limit?: number
  wide?: boolean
  only?: string[]
  without?: string[]
  reach?: 'all' | 'some' | 'one'
}
const rules = {
  limit: atMost,
  wide: onlyIfAsked,
  only: inclusions,
  without: exclusions,
  reach: chooseNarrower<'all' | 'some' | 'one'>(order),
}
const options = record(
  {
    limit: nat(20),
    wide: boolean(),
    only: list,
    without: list,
    reach: constantFrom('all', 'some', 'one'),
  },
  { requiredKeys: [], noNullPrototype: true },
)

/** Everything that options admit. */
function admitted({ limit = 21, wide = false, only = [], without = [], reach = 'all' }: Options) {
  const listed = items.filter(
    (item) => (only.length === 0 || only.includes(item)) && !without.includes(item),
  )
  return new Set([
    ...listed,
    ...Array.from({ length: limit }, (_, index) => `number ${index}`),
    ...(wide ? ['wide'] : []),
    ...order[reach],
  ])
}

test('options of a model never admit more than was asked', () => {
  check(
    property(options, options, (asked: Options, proposed: Options) => {
      const narrowed = narrow<Options>(rules, asked, { ...proposed })
      const before = admitted(asked)
      const after = admitted({ ...asked, ...narrowed.options })
      assert.deepEqual(
        [...after].filter((one) => !before.has(one)),
        [],
      )
    }),
  )
})

test('options of a model that admit no more than was asked are kept', () => {
  check(
    property(options, (proposed: Options) => {
      const asked = { wide: true }
      const narrowed = narrow<Options>(rules, asked, { ...proposed })
      assert.deepEqual(narrowed, { options: proposed, refused: [] })
    }),
  )
})

test('an option without a rule is refused, whatever its name', () => {
  for (const name of ['headers', 'actions', 'constructor', '__proto__', 'toString']) {
    const proposed = Object.fromEntries([[name, { x: 1 }]])
    const { options: left, refused } = narrow<Options>(rules, {}, proposed)
    assert.deepEqual([Object.keys(left), refused], [[], [name]])
  }
})
