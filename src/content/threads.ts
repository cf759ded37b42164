import { setFlagsFromString } from 'node:v8'
import { Piscina } from 'piscina'
import { sharedSlots } from '#kernel/fair-share.ts'
import { createSemaphore } from '#kernel/semaphore.ts'
import { createThreadMemory } from '#kernel/thread-memory.ts'
import type { Waiter } from '#kernel/waiter.ts'

export interface ThreadsOptions {
  /** Threads that one team may use when no other team waits. */
  readonly threads: number
  /** JavaScript heap of one thread. */
  readonly heapBytesMax: number
  /** Queued tasks per team; more are refused. */
  readonly waitingMax: number
}

/** Worker threads that start on demand and end when idle. */
export interface Threads extends AsyncDisposable {
  /** Waits for a free thread, round-robin by team. Fails with the reason of the signal, or `SERVICE_UNAVAILABLE`. */
  use<Result>(work: (pool: Piscina) => Promise<Result>, waiter: Waiter): Promise<Result>
}

/** An idle thread takes 35 MB; starting one takes 0.1 s. */
const idleMsMax = 60_000

/** Threads inherit the semi-space size of the process, which is small, because the main thread allocates little at once. */
const newObjectsMb = 16

const refusal = 'Too many pages are waiting to be read. Try again shortly.'

/** Starts threads on demand and ends them after a minute without tasks. */
export function createThreads({ threads, heapBytesMax, waitingMax }: ThreadsOptions): Threads {
  const semaphore = createSemaphore({ perTeamMax: threads, waitingMax, refusal })
  const usual = createPool({ threads, heapBytesMax })
  /** Used only while several teams have tasks. */
  const extra = createPool({ threads: sharedSlots(threads).reserve, heapBytesMax })

  return {
    async use(work, waiter) {
      using slot = await semaphore.acquire(waiter)
      void slot
      const pool = usual.tasks() < threads ? usual : extra
      return await pool.use(work)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([usual.close(), extra.close()])
    },
  }
}

/** Never gets more tasks than it has threads, because Piscina's queue does not know teams. */
function createPool({ threads, heapBytesMax }: Omit<ThreadsOptions, 'waitingMax'>) {
  const memory = createThreadMemory(heapBytesMax)
  let pool: Piscina | undefined
  let tasks = 0
  let ending: NodeJS.Timeout | undefined

  function open(): Piscina {
    setFlagsFromString(`--max-semi-space-size=${newObjectsMb}`)
    return new Piscina({
      filename: new URL('worker.ts', import.meta.url).href,
      name: 'read',
      // Without a minimum number of threads, Piscina loses the tasks of a stopped thread.
      minThreads: threads,
      maxThreads: threads,
      resourceLimits: memory.resourceLimits,
      recordTiming: false,
    })
  }

  async function close(): Promise<void> {
    clearTimeout(ending)
    const closing = pool
    pool = undefined
    await closing?.destroy()
  }

  return {
    tasks: () => tasks,
    async use<Result>(work: (pool: Piscina) => Promise<Result>): Promise<Result> {
      clearTimeout(ending)
      tasks += 1
      pool ??= open()
      using watch = memory.watch(pool)
      void watch
      try {
        return await work(pool)
      } finally {
        tasks -= 1
        if (tasks === 0) ending = setTimeout(() => void close(), idleMsMax).unref()
      }
    },
    close,
  }
}
