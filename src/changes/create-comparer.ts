import { createTaskThreads } from '#kernel/task-threads.ts'
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
const refusal = 'Too many pages are waiting to be compared. Try again shortly.'

/** Large pages are compared in threads of their own, which come and go with the work. */
export function createComparer(): Comparer {
  const threads = createTaskThreads<ComparisonInput, Comparison>({
    file: new URL('compare-thread.ts', import.meta.url),
    name: 'compareInThread',
    refusal,
  })
  return {
    async compare(input, waiter) {
      waiter.signal.throwIfAborted()
      if (isIdentical(input.previous, input.current)) return { status: 'same' }
      if (lengthOf(input) <= lengthHereMax) return compareVersions(input)
      return threads.run(input, waiter)
    },
    [Symbol.asyncDispose]: () => threads[Symbol.asyncDispose](),
  }
}

function lengthOf({ previous, current }: ComparisonInput): number {
  const lengths = [previous, current].map(
    ({ markdown, normalisedText = '' }) => markdown.length + normalisedText.length,
  )
  return (lengths[0] ?? 0) + (lengths[1] ?? 0)
}
