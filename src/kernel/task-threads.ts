import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { sharedSlots } from './fair-share.ts'
import { niceness } from './niceness.ts'
import { createSemaphore } from './semaphore.ts'
import { createThreadMemory, isOutOfMemory } from './thread-memory.ts'
import type { Caller } from './caller.ts'

/** Worker threads for one kind of task. They start on demand and end when idle. */
export interface TaskThreads<Input, Result> extends AsyncDisposable {
  /**
   * Runs a task, round-robin over teams. Fails with the reason of the signal, with `SERVICE_UNAVAILABLE` if too many
   * tasks of the team are waiting, and with `LateTaskError` if the task exceeds its time or memory limit.
   */
  run(input: Input, caller: Caller): Promise<Result>
}

interface TaskThreadsOptions<Input> {
  /** The module that threads load, and its function. */
  readonly file: URL
  readonly name: string
  /** Error text when too many tasks are waiting. */
  readonly refusal: string
  readonly taskMsMax?: number
  readonly threads?: number
  readonly heapBytesMax?: number
  /** Memory of the input that moves to the thread, where it would be copied: the caller cannot read it any more. */
  readonly transfer?: (input: Input) => ArrayBuffer[]
}

/** The task was stopped because it exceeded its time or memory limit. */
export class LateTaskError extends Error {}

const waitingMax = 1_024
/** An idle thread uses 30 MB. */
const idleMsMax = 10_000
const defaultHeapBytesMax = 512 * 1024 * 1024

export function createTaskThreads<Input, Result>({
  file,
  name,
  refusal,
  taskMsMax,
  threads = Math.max(1, availableParallelism() - 1),
  heapBytesMax = defaultHeapBytesMax,
  transfer = () => [],
}: TaskThreadsOptions<Input>): TaskThreads<Input, Result> {
  const semaphore = createSemaphore({ perTeamMax: threads, waitingMax, refusal })
  const memory = createThreadMemory(heapBytesMax)
  let pool: Piscina | undefined

  const open = () =>
    new Piscina({
      filename: file.href,
      name,
      minThreads: 0,
      maxThreads: sharedSlots(threads).slots,
      idleTimeout: idleMsMax,
      niceIncrement: niceness,
      resourceLimits: memory.resourceLimits,
      recordTiming: false,
    })

  return {
    async run(input, caller) {
      const { signal } = caller
      using slot = await semaphore.acquire(caller)
      void slot
      const late = taskMsMax === undefined ? undefined : AbortSignal.timeout(taskMsMax)
      const ends = late ? AbortSignal.any([signal, late]) : signal
      pool ??= open()
      using watch = memory.watch(pool)
      void watch
      try {
        return (await pool.run(input, { signal: ends, transferList: transfer(input) })) as Result
      } catch (thrown) {
        signal.throwIfAborted()
        if (isOutOfMemory(thrown))
          throw new LateTaskError(`${name} took too much memory`, { cause: thrown })
        if (late?.aborted) throw new LateTaskError(`${name} took too long`, { cause: thrown })
        throw thrown
      }
    },
    async [Symbol.asyncDispose]() {
      await pool?.destroy()
    },
  }
}
