import { setTimeout } from 'node:timers/promises'
import type { Notifier } from '#queue/notifier.ts'
import type { createLeasedPages, ActivePage } from './leased-pages.ts'
import type { Frontier } from './frontier.ts'
import { createIsolatedPages } from './isolated-pages.ts'

interface PageClaimsDeps {
  readonly worker: string
  readonly frontier: Pick<Frontier, 'claim' | 'claimAlone' | 'hasSuspects'>
  /** Notifies when this process has started a job. */
  readonly notifier: Notifier
  readonly leased: ReturnType<typeof createLeasedPages>
  readonly run: (active: ActivePage) => Promise<void>
  readonly isDraining: () => boolean
}

/** While pages are in work, those that end within this time are replaced by one claim, which costs as much as for one page. */
const claimRestMs = 40
/** Maximum time between two claims, so that new jobs of other processes get pages from the reserve. */
const claimPauseMsMax = 250
/** Claims pages and starts them. */
export function createPageClaims(
  { worker, frontier, notifier, leased, run, isDraining }: PageClaimsDeps,
  stopped: AbortSignal,
) {
  let claimedAt = 0
  let hasNewJob = false
  const listening = notifier.onNotify(() => (hasNewJob = true))
  const lone = createIsolatedPages(
    {
      isEmpty: () => leased.isEmpty(),
      hasSuspects: () => frontier.hasSuspects(),
      begin: async () => {
        const page = await frontier.claimAlone(worker, leased.forClaim())
        if (page) void run(leased.add(page))
        return page !== undefined
      },
      claimOthers: claim,
    },
    stopped,
  )

  async function claim(): Promise<boolean> {
    const isDue = hasNewJob || Date.now() - claimedAt >= claimPauseMsMax
    if (leased.freeSlots() <= 0 || !(isDue || leased.hasManyFree())) return false
    if (!leased.isIdle()) await setTimeout(Math.max(0, claimedAt + claimRestMs - Date.now()))
    if (isDraining() || lone.isWaiting()) return false
    claimedAt = Date.now()
    hasNewJob = false
    const pages = await frontier.claim(worker, leased.forClaim())
    for (const page of pages) void run(leased.add(page))
    return pages.length > 0
  }

  return {
    /** Claims as many pages as there are free slots. Returns whether there were any. */
    claim,
    /** Processes a suspected page. Returns whether there was one. */
    claimAlone: () => lone.tick(),
    /** Whether the only leased page is processed alone. */
    isAlone: () => lone.isWaiting() && leased.isSingle(),
    stopListening: () => listening[Symbol.dispose](),
  }
}
