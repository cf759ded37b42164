import { setFlagsFromString } from 'node:v8'
import { Piscina } from 'piscina'
import { niceness } from '#kernel/niceness.ts'
import { createSemaphore } from '#kernel/semaphore.ts'
import { createThreadMemory, type ThreadMemory } from '#kernel/thread-memory.ts'
import type { Caller } from '#kernel/caller.ts'

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
  /** Waits for a thread of its own, given as a pool of one, round-robin by team. Fails with the reason of the signal, or `SERVICE_UNAVAILABLE`. */
  use<Result>(work: (pool: Piscina) => Promise<Result>, caller: Caller): Promise<Result>
}

/** An idle thread takes 35 MB; starting one takes 0.1 s. */
const idleMsMax = 60_000

/** Threads inherit the semi-space size of the process, which is small, because the main thread allocates little at once. */
const newObjectsMb = 16

const refusal = 'Too many pages are waiting to be read. Try again shortly.'

interface IdleThread {
  readonly pool: Piscina
  readonly ending: NodeJS.Timeout
}

/** Starts a thread when all others are busy, and ends it after a minute without tasks. */
export function createThreads({ threads, heapBytesMax, waitingMax }: ThreadsOptions): Threads {
  const semaphore = createSemaphore({ perTeamMax: threads, waitingMax, refusal })
  const memory = createThreadMemory(heapBytesMax)
  const started = new Set<Piscina>()
  /** The most recently used one is last and is used next, so that the others end when there is less work. */
  const idle: IdleThread[] = []

  function take(): Piscina {
    const found = idle.pop()
    clearTimeout(found?.ending)
    const pool = found?.pool ?? startThread(memory)
    started.add(pool)
    return pool
  }

  function putBack(pool: Piscina): void {
    if (!started.has(pool)) return
    const ending = setTimeout(() => {
      idle.splice(idle.indexOf(thread), 1)
      void end(pool)
    }, idleMsMax).unref()
    const thread = { pool, ending }
    idle.push(thread)
  }

  async function end(pool: Piscina): Promise<void> {
    started.delete(pool)
    await pool.destroy()
  }

  return {
    async use(work, caller) {
      using slot = await semaphore.acquire(caller)
      void slot
      const pool = take()
      using watch = memory.watch(pool)
      void watch
      try {
        return await work(pool)
      } finally {
        putBack(pool)
      }
    },
    async [Symbol.asyncDispose]() {
      for (const { ending } of idle.splice(0)) clearTimeout(ending)
      await Promise.all([...started].map(end))
    },
  }
}

/** A pool of one thread, which is replaced when it ends. It never gets a second task, because Piscina's queue does not know teams. */
function startThread(memory: ThreadMemory): Piscina {
  setFlagsFromString(`--max-semi-space-size=${newObjectsMb}`)
  return new Piscina({
    filename: new URL('worker.ts', import.meta.url).href,
    name: 'read',
    // Without a minimum number of threads, Piscina loses the tasks of a stopped thread.
    minThreads: 1,
    maxThreads: 1,
    niceIncrement: niceness,
    resourceLimits: memory.resourceLimits,
    recordTiming: false,
  })
}
