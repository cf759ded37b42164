import { createYields } from '#kernel/event-loop.ts'

/** How much `mapInOrder` does at the same time. */
export interface Ahead<Item> {
  readonly itemsMax: number
  /** The size of an item, in whatever unit. */
  readonly measureSize: (item: Item) => number
  /** Items of more than this together are mapped one after the other. */
  readonly sizeMax: number
}

/** Maps items and returns the results in the order of the items. Few results are made, or wait for the reader, at the same time. */
export async function* mapInOrder<Item, Result>(
  items: AsyncIterable<Item>,
  map: (item: Item) => Promise<Result>,
  { itemsMax, measureSize, sizeMax }: Ahead<Item>,
): AsyncGenerator<Result> {
  const running: { readonly result: Promise<Result>; readonly size: number }[] = []
  let runningSize = 0
  const yields = createYields()
  for await (const item of items) {
    // Small ones may be mapped without a wait.
    await yields.next()
    const size = measureSize(item)
    while (running.length > 0 && (running.length >= itemsMax || runningSize + size > sizeMax)) {
      for (const first of running.splice(0, 1)) {
        yield await first.result
        runningSize -= first.size
      }
    }
    const result = map(item)
    // A failure is thrown when the result is awaited.
    result.catch(() => {})
    running.push({ result, size })
    runningSize += size
  }
  for (const { result } of running) yield await result
}
