interface BatchOptions {
  /** A batch of this size does not wait for more calls. */
  readonly itemsMax: number
}

/**
 * Combines calls into batches. `run` gets the items of the calls that arrived while the most urgent of them may wait, and returns
 * their results in the same order. If it fails, all calls fail.
 */
export function inBatches<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  { itemsMax }: BatchOptions,
): (item: Item, waitMs?: number) => Promise<Result> {
  let collecting: Batch<Item, Result> | undefined

  function open(): Batch<Item, Result> {
    const { promise: closed, resolve } = Promise.withResolvers<void>()
    const items: Item[] = []
    const batch: Batch<Item, Result> = {
      items,
      results: closed.then(() => run(items)),
      dueAt: Number.POSITIVE_INFINITY,
      close() {
        clearTimeout(batch.timer)
        if (collecting === batch) collecting = undefined
        resolve()
      },
    }
    return batch
  }

  return async function add(item, waitMs = 0) {
    collecting ??= open()
    const batch = collecting
    const place = batch.items.push(item) - 1
    const dueAt = performance.now() + waitMs
    if (batch.items.length >= itemsMax) batch.close()
    else if (waitMs === 0) setImmediate(batch.close)
    else if (dueAt < batch.dueAt) {
      clearTimeout(batch.timer)
      batch.timer = setTimeout(batch.close, waitMs)
      batch.dueAt = dueAt
    }
    return (await batch.results)[place] as Result
  }
}

interface Batch<Item, Result> {
  readonly items: Item[]
  readonly results: Promise<readonly Result[]>
  readonly close: () => void
  /** When the most urgent item must run. */
  dueAt: number
  timer?: NodeJS.Timeout
}
