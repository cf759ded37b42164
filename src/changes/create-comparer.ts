import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { ServiceError } from '#kernel/errors.ts'
import { createGate } from '#kernel/gate.ts'
import { compareVersions, isIdentical, type ComparisonInput } from './compare.ts'
import type { Comparison } from './comparison.ts'

/** Tells versions of pages apart without holding up the process. */
export interface Comparer extends AsyncDisposable {
  /**
   * As `compareVersions`. Fails with the reason of the signal, and with `SERVICE_UNAVAILABLE` when too many
   * comparisons wait.
   */
  compare(input: ComparisonInput, signal: AbortSignal): Promise<Comparison>
}

/** Up to this many characters, comparing here takes less time than handing the work to a thread. */
const lengthHereMax = 16_384
const waitingMax = 1_024
/** A thread that waits takes 30 MB. */
const idleMsMax = 10_000
const heapMbMax = 512

/** Large pages are compared in threads of their own, which come and go with the work. */
export function createComparer({
  threads = Math.max(1, availableParallelism() - 1),
}: { readonly threads?: number } = {}): Comparer {
  const gate = createGate({ insideMax: threads, waitingMax })
  let pool: Piscina | undefined
  let inside = 0

  function open(): Piscina {
    return new Piscina({
      filename: new URL('compare-thread.ts', import.meta.url).href,
      name: 'compareInThread',
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: idleMsMax,
      resourceLimits: { maxOldGenerationSizeMb: heapMbMax },
      recordTiming: false,
    })
  }

  return {
    async compare(input, signal) {
      signal.throwIfAborted()
      if (isIdentical(input.previous, input.current)) return { status: 'same' }
      if (lengthOf(input) <= lengthHereMax) return compareVersions(input)
      if (inside >= threads + waitingMax) throw tooManyWaiting()
      inside += 1
      try {
        return await inTurn(input, signal)
      } finally {
        inside -= 1
      }
    },
    async [Symbol.asyncDispose]() {
      await pool?.destroy()
    },
  }

  async function inTurn(input: ComparisonInput, signal: AbortSignal): Promise<Comparison> {
    const leave = await gate.enter(signal)
    try {
      return (await (pool ??= open()).run(input, { signal })) as Comparison
    } catch (thrown) {
      signal.throwIfAborted()
      throw thrown
    } finally {
      leave()
    }
  }
}

function tooManyWaiting(): ServiceError {
  const message = 'Too many pages are waiting to be compared. Try again shortly.'
  return new ServiceError('SERVICE_UNAVAILABLE', message, { retryAfterSeconds: 1 })
}

function lengthOf({ previous, current }: ComparisonInput): number {
  const lengths = [previous, current].map(
    ({ markdown, comparable = '' }) => markdown.length + comparable.length,
  )
  return (lengths[0] ?? 0) + (lengths[1] ?? 0)
}
