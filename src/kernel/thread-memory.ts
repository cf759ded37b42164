import type { Piscina } from 'piscina'

/** Bounds the heaps of the threads of a pool. */
export interface ThreadMemory {
  /** For the pool. */
  readonly resourceLimits: { readonly maxOldGenerationSizeMb: number }
  /** Ends threads that take more than they may, until it is disposed; their tasks fail. */
  watch(pool: Piscina): Disposable
}

type Thread = Piscina['threads'][number]

const watchEveryMs = 50
const megabyte = 1024 * 1024
/**
 * V8 ends the whole process when one step of a thread, such as joining a list of texts, needs more than its heap may
 * still grow. Therefore the heap may grow by more than any step takes, and what a thread takes is watched from outside.
 * A step on the longest text of a page takes up to 1.8 GB (`textLengthMax` in packages/content/src/pipeline.ts, test/acceptance/memory-steps.ts).
 */
const roomBytes = 2_400 * megabyte

export function createThreadMemory(heapBytesMax: number): ThreadMemory {
  return {
    resourceLimits: { maxOldGenerationSizeMb: (heapBytesMax + roomBytes) / megabyte },
    watch(pool) {
      const asked = new Set<Thread>()
      const look = async (thread: Thread) => {
        const { used_heap_size: bytes } = await thread.getHeapStatistics()
        if (bytes > heapBytesMax) await thread.terminate()
      }
      const timer = setInterval(() => {
        for (const thread of pool.threads) {
          // A thread answers late while it clears its heap; one that has ended has none.
          if (asked.has(thread)) continue
          asked.add(thread)
          look(thread)
            .catch(() => {})
            .finally(() => asked.delete(thread))
        }
      }, watchEveryMs)
      return { [Symbol.dispose]: () => clearInterval(timer) }
    },
  }
}

/** Whether a task failed because its thread took too much memory. */
export const isOutOfMemory = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  (('code' in thrown && thrown.code === 'ERR_WORKER_OUT_OF_MEMORY') ||
    thrown.message.startsWith('worker exited'))
