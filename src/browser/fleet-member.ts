import type { RunningBrowser } from './launch.ts'

/** A browser that somebody opens a page in, until it is given back. */
export interface Lease extends Disposable {
  readonly running: RunningBrowser
}

/** One browser and its pages. Retired, it is not given out any more and ends with its last page. */
export interface Member {
  readonly running: RunningBrowser
  readonly isRetired: boolean
  readonly pages: number
  give(): Lease
  retire(): void
}

export interface MemberOptions {
  readonly pagesPerBrowserMax: number
  readonly idleMs: number
  /** Called once, when it has to end. */
  readonly end: (member: Member) => void
}

export function createMember(running: RunningBrowser, options: MemberOptions): Member {
  const { pagesPerBrowserMax, idleMs, end } = options
  let [pages, shown] = [0, 0]
  let isRetired = false
  let hasEnded = false
  let idle: NodeJS.Timeout | undefined

  function endWhenDone() {
    const isDone = isRetired && (pages === 0 || running.gone.aborted)
    if (!isDone || hasEnded) return
    hasEnded = true
    clearTimeout(idle)
    end(member)
  }
  function retire() {
    isRetired = true
    endWhenDone()
  }
  function giveBack() {
    pages--
    endWhenDone()
    if (pages === 0 && !hasEnded) idle = setTimeout(retire, idleMs).unref()
  }

  const member: Member = {
    running,
    get isRetired() {
      return isRetired
    },
    get pages() {
      return pages
    },
    give() {
      clearTimeout(idle)
      pages++
      shown++
      isRetired ||= shown >= pagesPerBrowserMax
      return { running, [Symbol.dispose]: giveBack }
    },
    retire,
  }
  return member
}
