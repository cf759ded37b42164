import { setFlagsFromString } from 'node:v8'
import { Piscina } from 'piscina'
import { createGate } from '#kernel/gate.ts'

export interface ThreadsOptions {
  readonly threads: number
  /** JavaScript heap of one thread. */
  readonly heapBytesMax: number
  readonly waitingMax: number
}

/** Worker threads that are there while there is work. */
export interface Threads extends AsyncDisposable {
  /** Tasks that wait for a thread. */
  waiting(): number
  /** Waits for a free thread in the order of coming. Fails with the reason of the signal while it waits. */
  use<Result>(work: (pool: Piscina) => Promise<Result>, signal: AbortSignal): Promise<Result>
}

/** A thread that waits takes 35 MB; starting one takes a tenth of a second. */
const idleMsMax = 60_000

/** Threads take the setting of the process for their own, which is small because the process seldom makes much at once. */
const newObjectsMb = 16

/** Starts all threads with the first task and ends them when there has been none for a minute. */
export function createThreads({ threads, heapBytesMax, waitingMax }: ThreadsOptions): Threads {
  // The pool's own queue lets those who come later overtake, so it is given one task more than it can start.
  const gate = createGate({ insideMax: threads + 1, waitingMax })
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
    const closing = pool
    pool = undefined
    await closing?.destroy()
  }

  return {
    waiting: () => Math.max(0, tasks - threads),
    async use(work, signal) {
      clearTimeout(ending)
      tasks += 1
      try {
        const leave = await gate.enter(signal)
        try {
          return await work((pool ??= open()))
        } finally {
          leave()
        }
      } finally {
        tasks -= 1
        if (tasks === 0) ending = setTimeout(() => void close(), idleMsMax).unref()
      }
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(ending)
      await close()
    },
  }
}
