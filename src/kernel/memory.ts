import { LRUCache } from 'lru-cache'
import type { Clock } from './clock.ts'

interface MemoryOptions<Value> {
  /** Of all entries together: their number when there is no `measureSize`. */
  readonly sizeMax: number
  /** Size of an entry, a whole number above zero. What is larger than `sizeMax` is not kept. */
  readonly measureSize?: (value: Value) => number
  /** How long entries are kept, unless `set` says otherwise; without an end when absent. */
  readonly lifeMs?: number
  /** The monotonic clock of the process when absent. */
  readonly clock?: Clock | undefined
  /** Called for an entry that makes room for others. */
  readonly onRemoved?: (value: Value) => void
}

/** What a process remembers, bounded in size. The entry that was used least recently makes room for a new one. */
export interface Memory<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value, lifeMs?: number): void
  /** Returns the entry, or keeps and returns what is made. */
  getOrMake(key: string, make: () => Value): Value
  delete(key: string): void
  clear(): void
  /** The most recently used first. */
  values(): Value[]
}

export function createMemory<Value>(options: MemoryOptions<Value>): Memory<Value> {
  const { sizeMax, measureSize = () => 1, lifeMs = Infinity, clock, onRemoved } = options
  const nowMs = clock ? () => clock.now().getTime() : () => performance.now()
  // Limited by size, because a maximum number of entries would be allocated at once.
  const entries = new LRUCache<string, { readonly value: Value; readonly untilMs: number }>({
    maxSize: sizeMax,
    sizeCalculation: ({ value }) => measureSize(value),
    ...(onRemoved && {
      dispose: ({ value }, _key, reason) => {
        if (reason === 'evict') onRemoved(value)
      },
    }),
  })

  function get(key: string): Value | undefined {
    const entry = entries.get(key)
    if (!entry) return undefined
    if (entry.untilMs === Infinity || entry.untilMs > nowMs()) return entry.value
    entries.delete(key)
    return undefined
  }
  function set(key: string, value: Value, ofEntryMs = lifeMs): void {
    entries.set(key, { value, untilMs: ofEntryMs === Infinity ? Infinity : nowMs() + ofEntryMs })
  }
  return {
    get,
    set,
    getOrMake(key, make) {
      const known = get(key)
      if (known !== undefined) return known
      const made = make()
      set(key, made)
      return made
    },
    delete: (key) => void entries.delete(key),
    clear: () => entries.clear(),
    values: () => [...entries.values()].map(({ value }) => value),
  }
}
