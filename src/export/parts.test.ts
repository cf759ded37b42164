import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinParts } from './join-parts.ts'
import { mapInOrder } from './map-in-order.ts'

async function* numbers(count: number) {
  for (let index = 0; index < count; index += 1) yield index
}

const few = { itemsMax: 4, measureSize: () => 1, sizeMax: 100 }

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

test('results come in the order of the items, from a bounded number of calls', async () => {
  let running = 0
  let most = 0
  const results: number[] = []
  const slowFirst = async (item: number) => {
    running += 1
    most = Math.max(most, running)
    for (let tick = 0; tick < 20 - (item % 20); tick += 1) await Promise.resolve()
    running -= 1
    return item
  }
  for await (const item of mapInOrder(numbers(50), slowFirst, few)) results.push(item)
  assert.deepEqual(results, await collect(numbers(50)))
  assert.ok(most > 1 && most <= 4, `${most} at once`)
})

test('items that are large together are mapped one after the other', async () => {
  const sizes: number[] = []
  let running = 0
  const measure = async (item: number) => {
    running += item
    sizes.push(running)
    for (let tick = 0; tick < 5; tick += 1) await Promise.resolve()
    running -= item
    return item
  }
  const ahead = { itemsMax: 8, measureSize: (item: number) => item, sizeMax: 10 }
  const results = await collect(mapInOrder(numbers(20), measure, ahead))
  assert.deepEqual(results, await collect(numbers(20)))
  assert.ok(
    sizes.every((size, item) => size <= Math.max(10, item)),
    String(sizes),
  )
})

async function failing(item: number): Promise<number> {
  if (item === 3) throw new Error('The third failed.')
  return item
}

test('a failure is thrown at the position of its item', async () => {
  const results: number[] = []
  await assert.rejects(async () => {
    for await (const item of mapInOrder(numbers(9), failing, few)) results.push(item)
  }, /The third failed/)
  assert.deepEqual(results, [0, 1, 2])
})

async function* parts() {
  for (let index = 0; index < 1_000; index += 1)
    yield index % 2 === 0 ? `${index}é` : Buffer.alloc(500, 97)
}

test('parts are joined to buffers of 64 KB and more, and none is lost', async () => {
  const whole: Buffer[] = []
  for await (const part of parts()) whole.push(Buffer.from(part))
  const joined = await collect(joinParts(parts()))
  assert.deepEqual(Buffer.concat(joined), Buffer.concat(whole))
  assert.ok(joined.slice(0, -1).every(({ length }) => length >= 64 * 1_024))
  assert.ok(joined.length > 1)
})
