import { createTaskThreads } from '#kernel/task-threads.ts'
import type { Caller } from '#kernel/caller.ts'
import type { WatchedFacts, WatchedVersions } from './watch-thread.ts'
import { readPattern } from './watched-text.ts'

/** Reads what is watched of versions of a page, in a thread that is ended when patterns take too long. */
export interface Watcher extends AsyncDisposable {
  /** Fails with the reason of the signal, `SERVICE_UNAVAILABLE`, or `LateTaskError`. */
  read(input: WatchedVersions, caller: Caller): Promise<WatchedFacts>
}

/** Up to this many characters without patterns, reading takes less time than starting a task in a thread. */
const lengthHereMax = 16_384
const taskMsMax = 20_000
const refusal = 'Too many pages are waiting to be compared. Try again shortly.'

export function createWatcher(): Watcher {
  const threads = createTaskThreads<WatchedVersions, WatchedFacts>({
    file: new URL('watch-thread.ts', import.meta.url),
    name: 'readWatched',
    refusal,
    taskMsMax,
  })
  return {
    async read(input, caller) {
      caller.signal.throwIfAborted()
      if (!isSmall(input)) return threads.run(input, caller)
      const { readWatched } = await import('./watch-thread.ts')
      return readWatched(input)
    },
    [Symbol.asyncDispose]: () => threads[Symbol.asyncDispose](),
  }
}

function isSmall({ watch, versions }: WatchedVersions): boolean {
  const texts = [
    ...watch.ignoreText,
    ...watch.rules.flatMap((rule) => ('text' in rule ? rule.text : [])),
  ]
  const lengths = versions.map(
    ({ markdown, normalisedText = '' }) => markdown.length + normalisedText.length,
  )
  const length = lengths.reduce((sum, one) => sum + one, 0)
  return length <= lengthHereMax && texts.every((text) => readPattern(text) === undefined)
}
