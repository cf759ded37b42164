import { setFlagsFromString } from 'node:v8'
import { Piscina } from 'piscina'
import { sharedSlots } from '#kernel/fair-share.ts'
import { createSemaphore } from '#kernel/semaphore.ts'
import type { Waiter } from '#kernel/waiter.ts'

export interface ThreadsOptions {
  /** Threads that one team alone may use. */
  readonly threads: number
  /** JavaScript heap of one thread. */
  readonly heapBytesMax: number
  /** Tasks of one team that wait for a thread; more are refused. */
  readonly waitingMax: number
}

/** Worker threads that are there while there is work. */
export interface Threads extends AsyncDisposable {
  /** Waits for a free thread, teams in turn. Fails with the reason of the signal, or `SERVICE_UNAVAILABLE`. */
  use<Result>(work: (pool: Piscina) => Promise<Result>, waiter: Waiter): Promise<Result>
}

/** A thread that waits takes 35 MB; starting one takes a tenth of a second. */
const idleMsMax = 60_000

/** Threads take the setting of the process for their own, which is small because the process seldom makes much at once. */
const newObjectsMb = 16

const refusal = 'Too many pages are waiting to be read. Try again shortly.'

/** Starts threads with the first task and ends them when there has been none for a minute. */
export function createThreads({ threads, heapBytesMax, waitingMax }: ThreadsOptions): Threads {
  const semaphore = createSemaphore({ perTeamMax: threads, waitingMax, refusal })
  const usual = createPool({ threads, heapBytesMax })
  /** Used only while several teams have pages to be read. */
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

/** Never has more tasks than threads: the queue of Piscina knows no teams. */
function createPool({ threads, heapBytesMax }: Omit<ThreadsOptions, 'waitingMax'>) {
  let pool: Piscina | undefined
  let tasks = 0
  let ending: NodeJS.Timeout | undefined

  function open(): Piscina {
    setFlagsFromString(`--max-semi-space-size=${newObjectsMb}`)
    return new Piscina({
      filename: new URL('worker.ts', import.meta.url).href,
      name: 'read',
      // A pool without a least number forgets the tasks of a thread that was stopped.
      minThreads: threads,
      maxThreads: threads,
      resourceLimits: {
        maxOldGenerationSizeMb: heapBytesMax / 1024 / 1024,
      },
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
      try {
        return await work((pool ??= open()))
      } finally {
        tasks -= 1
        if (tasks === 0) ending = setTimeout(() => void close(), idleMsMax).unref()
      }
    },
    close,
  }
}
