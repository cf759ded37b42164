import { ServiceError } from '#kernel/errors.ts'
import { createTaskThreads, LateTaskError } from '#kernel/task-threads.ts'
import type { Caller } from '#kernel/caller.ts'
import type { ExcerptTask } from './excerpt-thread.ts'

/** Makes excerpts of pages without blocking the event loop: finding the best passages of a long page takes up to a second. */
export interface Excerpts extends AsyncDisposable {
  /** As `excerpt`; undefined also when it takes too long or too many pages wait. Fails with the reason of the signal. */
  of(task: ExcerptTask, caller: Caller): Promise<string | undefined>
}

const taskMsMax = 5_000
/** Up to this many characters, it takes less time on the main thread than in a thread. */
const lengthHereMax = 8_192
const refusal = 'Too many pages are waiting to be searched. Try again shortly.'

export function createExcerpts(): Excerpts {
  const threads = createTaskThreads<ExcerptTask, string | undefined>({
    file: new URL('excerpt-thread.ts', import.meta.url),
    name: 'excerptInThread',
    refusal,
    taskMsMax,
  })
  return {
    async of(task, caller) {
      const { excerptInThread, excerptCharsMax } = await import('./excerpt-thread.ts')
      if (task.source.markdown.length <= lengthHereMax) return excerptInThread(task)
      const { title, markdown } = task.source
      const source = { title, markdown: markdown.slice(0, excerptCharsMax) }
      try {
        return await threads.run({ ...task, source }, caller)
      } catch (thrown) {
        caller.signal.throwIfAborted()
        if (thrown instanceof LateTaskError || thrown instanceof ServiceError) return undefined
        throw thrown
      }
    },
    [Symbol.asyncDispose]: () => threads[Symbol.asyncDispose](),
  }
}
