import type { Log } from '#kernel/log.ts'
import { createTaskThreads, LateTaskError } from '#kernel/task-threads.ts'
import type { Caller } from '#kernel/caller.ts'
import { sortLinks, type LinkList, type Site, type SortedLinks } from './sort-links.ts'
import type { SortResult, SortTask } from './sort-thread.ts'

/** Sorts links without blocking the event loop: expensive lists are sorted in a thread. */
export interface LinkSorter extends AsyncDisposable {
  /** As `sortLinks`. Returns no links if sorting takes too long. */
  sort(site: Site, list: LinkList, caller: Caller): Promise<SortedLinks>
  /** Whether robots.txt disallows a URL of the site; true if its rules take too long. */
  isDisallowed(site: Site, url: string, caller: Caller): Promise<boolean>
}

/**
 * Estimated cost. Up to this many units take less than 20 ms, and nearly every page has fewer; a thread would have to
 * parse the rules of the site again.
 */
const workHereMax = 1_000_000
const taskMsMax = 20_000
const refusal = 'Too many pages are waiting for their links to be sorted. Try again shortly.'

export function createLinkSorter({ log }: { readonly log: Log }): LinkSorter {
  const threads = createTaskThreads<SortTask, SortResult>({
    file: new URL('sort-thread.ts', import.meta.url),
    name: 'sortInThread',
    refusal,
    taskMsMax,
  })
  return {
    async sort(site, list, caller) {
      if (site.filter.countWork(list.links) <= workHereMax) return sortLinks(site, list)
      try {
        return (await threads.run(makeTask(site, list), caller)).sorted
      } catch (thrown) {
        if (!(thrown instanceof LateTaskError)) throw thrown
        log.warn({ err: thrown, links: list.links.length }, 'links of a page not sorted in time')
        return { found: [], blocked: [], skipped: [] }
      }
    },
    async isDisallowed(site, url, caller) {
      if (site.filter.countWork([url]) <= workHereMax) return site.filter.isDisallowed(url)
      const list = { links: [], depth: 0, page: url }
      try {
        return (await threads.run(makeTask(site, list), caller)).isPageDisallowed
      } catch (thrown) {
        if (!(thrown instanceof LateTaskError)) throw thrown
        log.warn({ err: thrown }, 'rules of robots.txt not parsed in time')
        return true
      }
    },
    [Symbol.asyncDispose]: () => threads[Symbol.asyncDispose](),
  }
}

function makeTask({ start, request, robots }: Site, list: LinkList): SortTask {
  return { start, request, robots: robots.source, list }
}
