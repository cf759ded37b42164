import { Worker } from 'node:worker_threads'
import { killGroup } from '#kernel/kill-group.ts'
import type { WatchedBox } from './takes-too-much.ts'
import type { WatchReply, WatchRequest } from './watch-thread.ts'

/** The memory of one box, which is ended above its limit. */
export interface MemoryLimit {
  /** Whether the box was ended for its memory; to be asked once, after its end. */
  tookTooMuch(): Promise<boolean>
}

let thread: Worker | undefined
/** What the thread watches, and who waits for its answer. */
const watched = new Map<number, ((tookTooMuch: boolean) => void) | undefined>()

/**
 * Ends a box that takes more memory than it may. Looks from a thread, which no work of the main thread delays; between two looks a
 * program can take more by what it gets in that time.
 */
export function watchMemory(box: WatchedBox): MemoryLimit {
  const { pid } = box
  const own = (thread ??= startThread())
  watched.set(pid, undefined)
  tell(own, { type: 'watch', box })
  return {
    tookTooMuch() {
      if (!watched.has(pid)) return Promise.resolve(false)
      own.ref()
      tell(own, { type: 'forget', pid })
      return new Promise((resolve) => watched.set(pid, resolve))
    },
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
const tell = (worker: Worker, request: WatchRequest) => worker.postMessage(request)

function startThread(): Worker {
  const worker = new Worker(new URL('watch-thread.ts', import.meta.url))
  worker.unref()
  worker.on('message', ({ pid, tookTooMuch }: WatchReply) => {
    watched.get(pid)?.(tookTooMuch)
    watched.delete(pid)
    if (![...watched.values()].some(Boolean)) worker.unref()
  })
  // A box that is not watched does not run.
  worker.once('exit', () => {
    thread = undefined
    for (const [pid, resolve] of watched) {
      killGroup(pid)
      resolve?.(false)
    }
    watched.clear()
  })
  worker.on('error', () => {})
  return worker
}
