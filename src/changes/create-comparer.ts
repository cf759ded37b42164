import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { createSemaphore } from '#kernel/semaphore.ts'
import { sharedSlots } from '#kernel/fair-share.ts'
import type { Waiter } from '#kernel/waiter.ts'
import { compareVersions, isIdentical, type ComparisonInput } from './compare.ts'
import type { Comparison } from './comparison.ts'

/** Tells versions of pages apart without holding up the process. */
export interface Comparer extends AsyncDisposable {
  /**
   * As `compareVersions`. Fails with the reason of the signal, and with `SERVICE_UNAVAILABLE` when too many
   * comparisons of the team wait.
   */
  compare(input: ComparisonInput, waiter: Waiter): Promise<Comparison>
}

/** Up to this many characters, comparing here takes less time than handing the work to a thread. */
const lengthHereMax = 16_384
const waitingMax = 1_024
/** A thread that waits takes 30 MB. */
const idleMsMax = 10_000
const heapMbMax = 512
const refusal = 'Too many pages are waiting to be compared. Try again shortly.'

/** Large pages are compared in threads of their own, which come and go with the work. */
export function createComparer({
  threads = Math.max(1, availableParallelism() - 1),
}: { readonly threads?: number } = {}): Comparer {
  const semaphore = createSemaphore({ perTeamMax: threads, waitingMax, refusal })
  let pool: Piscina | undefined

  function open(): Piscina {
    return new Piscina({
      filename: new URL('compare-thread.ts', import.meta.url).href,
      name: 'compareInThread',
      minThreads: 0,
      maxThreads: sharedSlots(threads).slots,
      idleTimeout: idleMsMax,
      resourceLimits: { maxOldGenerationSizeMb: heapMbMax },
      recordTiming: false,
    })
  }

  return {
    async compare(input, waiter) {
      waiter.signal.throwIfAborted()
      if (isIdentical(input.previous, input.current)) return { status: 'same' }
      if (lengthOf(input) <= lengthHereMax) return compareVersions(input)
      return inTurn(input, waiter)
    },
    async [Symbol.asyncDispose]() {
      await pool?.destroy()
    },
  }

  async function inTurn(input: ComparisonInput, waiter: Waiter): Promise<Comparison> {
    const { signal } = waiter
    using slot = await semaphore.acquire(waiter)
    void slot
    try {
      return (await (pool ??= open()).run(input, { signal })) as Comparison
    } catch (thrown) {
      signal.throwIfAborted()
      throw thrown
    }
  }
}

function lengthOf({ previous, current }: ComparisonInput): number {
  const lengths = [previous, current].map(
    ({ markdown, comparable = '' }) => markdown.length + comparable.length,
  )
  return (lengths[0] ?? 0) + (lengths[1] ?? 0)
}
