import type { Log } from '#kernel/log.ts'
import { createTaskThreads, LateTaskError } from '#kernel/task-threads.ts'
import type { Caller } from '#kernel/caller.ts'
import { acceptedPaths, pathPatterns, type PatternOptions } from './path-patterns.ts'
import type { PathTask } from './path-thread.ts'

/** Matches URLs against patterns without blocking the event loop: expensive lists are matched in a thread. */
export interface PathJudge extends AsyncDisposable {
  /** Returns the URLs that the patterns accept; none if matching takes too long. */
  accepted(
    options: PatternOptions,
    urls: readonly string[],
    caller: Caller,
  ): Promise<readonly string[]>
}

/** Characters times the size of the patterns: up to this many take less than 20 ms. */
const workHereMax = 500_000
const taskMsMax = 20_000
const refusal = 'Too many lists of URLs are waiting to be filtered. Try again shortly.'

export function createPathJudge({ log }: { readonly log: Log }): PathJudge {
  const threads = createTaskThreads<PathTask, readonly string[]>({
    file: new URL('path-thread.ts', import.meta.url),
    name: 'acceptInThread',
    refusal,
    taskMsMax,
  })
  return {
    async accepted({ includePaths, excludePaths, regexOnFullURL }, urls, caller) {
      if (includePaths.length + excludePaths.length === 0) return urls
      const options = { includePaths, excludePaths, regexOnFullURL }
      const characters = urls.reduce((sum, { length }) => sum + length, 0)
      const isSmall = characters * pathPatterns(options).size <= workHereMax
      if (isSmall) return acceptedPaths(options, urls)
      try {
        return await threads.run({ options, urls }, caller)
      } catch (thrown) {
        if (!(thrown instanceof LateTaskError)) throw thrown
        log.warn({ err: thrown, urls: urls.length }, 'URLs not filtered in time')
        return []
      }
    },
    [Symbol.asyncDispose]: () => threads[Symbol.asyncDispose](),
  }
}
