import { sizeOf } from '#features/map/pattern-size.ts'
import type { Log } from '#kernel/log.ts'
import { createTaskThreads, LateTask } from '#kernel/task-threads.ts'
import type { Waiter } from '#kernel/waiter.ts'
import { sortLinks, type LinkList, type Site, type SortedLinks } from './sort-links.ts'
import type { SortTask } from './sort-thread.ts'

/** Sorts links without holding up the process: lists that may take long are sorted in a thread. */
export interface LinkSorter extends AsyncDisposable {
  /** As `sortLinks`. No link is taken from a list that takes too long. */
  sort(site: Site, list: LinkList, waiter: Waiter): Promise<SortedLinks>
}

/**
 * Characters that are looked at, an estimate of the worst case. Up to this many take less than 20 ms here; the links of nearly every
 * page are fewer, and a thread would have to read the rules of the site again.
 */
const workHereMax = 1_000_000
/** Each character of a link is parsed several times. */
const looksPerCharacter = 10
const taskMsMax = 20_000
const refusal = 'Too many pages are waiting for their links to be sorted. Try again shortly.'

export function createLinkSorter({ log }: { readonly log: Log }): LinkSorter {
  const threads = createTaskThreads<SortTask, SortedLinks>({
    file: new URL('sort-thread.ts', import.meta.url),
    name: 'sortInThread',
    refusal,
    taskMsMax,
  })
  return {
    async sort(site, list, waiter) {
      if (workOf(site, list) <= workHereMax) return sortLinks(site, list)
      const { start, request, robots } = site
      try {
        return await threads.run({ start, request, robots: robots.source, list }, waiter)
      } catch (thrown) {
        if (!(thrown instanceof LateTask)) throw thrown
        log.warn({ err: thrown, links: list.links.length }, 'links of a page not sorted in time')
        return { found: [], blocked: [], skipped: [] }
      }
    },
    [Symbol.asyncDispose]: () => threads[Symbol.asyncDispose](),
  }
}

function workOf({ request, robots }: Site, { links }: LinkList): number {
  const patterns = [...request.includePaths, ...request.excludePaths]
  const perCharacter = patterns.reduce(
    (sum, pattern) => sum + sizeOf(pattern).size,
    looksPerCharacter,
  )
  const characters = links.reduce((sum, link) => sum + link.length, 0)
  // A rule is looked at up to the end of the path, and twice: for the path with and without its slash.
  const rules = links.reduce((sum, link) => sum + Math.min(robots.size, link.length * 64) / 8, 0)
  return characters * perCharacter + rules
}
