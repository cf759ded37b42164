import { createYields } from '#kernel/event-loop.ts'
import { createTaskThreads } from '#kernel/task-threads.ts'
import type { Caller } from '#kernel/caller.ts'
import type { ComparisonInput } from './compare.ts'
import type { Comparison } from './comparison.ts'

/** Compares versions of pages without blocking the event loop. */
export interface Comparer extends AsyncDisposable {
  /**
   * As `compareVersions`. Fails with the reason of the signal, and with `SERVICE_UNAVAILABLE` if too many comparisons of the team
   * are waiting.
   */
  compare(input: ComparisonInput, caller: Caller): Promise<Comparison>
}

/** Up to this many characters, comparing on the main thread takes less time than starting a task in a thread. */
const lengthHereMax = 16_384
const refusal = 'Too many pages are waiting to be compared. Try again shortly.'

/** Compares large pages in threads, which are started on demand. */
export function createComparer(): Comparer {
  const threads = createTaskThreads<ComparisonInput, Comparison>({
    file: new URL('compare-thread.ts', import.meta.url),
    name: 'compareInThread',
    refusal,
  })
  return {
    async compare(input, caller) {
      caller.signal.throwIfAborted()
      const { compareVersions, isIdentical } = await import('./compare.ts')
      if (isIdentical(input.previous, input.current)) return { status: 'same' }
      if (measureLength(input) > lengthHereMax) return threads.run(input, caller)
      await (prepared ??= prepare())
      return compareVersions(input)
    },
    [Symbol.asyncDispose]: () => threads[Symbol.asyncDispose](),
  }
}

/** The engine compiles a pattern for texts of one byte for each character, and for others. */
const samples = ['a 1', 'я 1']
let prepared: Promise<void> | undefined

/** Reads and compiles what comparisons need, in pieces, once in a process. */
async function prepare(): Promise<void> {
  const [{ readTimeWords }, { momentPatterns }, { passingPatterns }, { counterPatterns }] =
    await Promise.all([
      import('./time-words.ts'),
      import('./moment-words.ts'),
      import('./relative-times.ts'),
      import('./counter-words.ts'),
    ])
  const yields = createYields()
  const reading = readTimeWords()
  while (reading.next().done !== true) await yields.next()
  for (const pattern of [...momentPatterns, ...passingPatterns, ...counterPatterns]) {
    // The second use compiles it to machine code.
    for (const sample of [...samples, ...samples]) sample.search(pattern)
    await yields.next()
  }
}

function measureLength({ previous, current }: ComparisonInput): number {
  const lengths = [previous, current].map(
    ({ markdown, normalisedText = '' }) => markdown.length + normalisedText.length,
  )
  return (lengths[0] ?? 0) + (lengths[1] ?? 0)
}
