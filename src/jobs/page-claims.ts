import { setTimeout } from 'node:timers/promises'
import type { Notifier } from '#queue/notifier.ts'
import type { createHeldPages, Holding } from './leased-pages.ts'
import type { Frontier } from './jobs.ts'
import { createLonePages } from './lone-pages.ts'

interface PageClaimsDeps {
  readonly worker: string
  readonly frontier: Pick<Frontier, 'claim' | 'claimAlone' | 'hasSuspects'>
  /** Notifies when this process has started a job. */
  readonly notifier: Notifier
  readonly held: ReturnType<typeof createHeldPages>
  readonly run: (holding: Holding) => Promise<void>
  readonly isDraining: () => boolean
}

/** While there is work, the pages that come to an end within this time are replaced together: a turn costs as much for one. */
const claimRestMs = 40
/** Jobs that other processes have begun get some of the reserve after this time, however little is free. */
const claimPauseMsMax = 250
/** Takes pages, and begins with them. */
export function createPageClaims(
  { worker, frontier, notifier, held, run, isDraining }: PageClaimsDeps,
  stopped: AbortSignal,
) {
  let claimedAt = 0
  let hasNewJob = false
  const listening = notifier.onNotify(() => (hasNewJob = true))
  const lone = createLonePages(
    {
      isEmpty: () => held.isEmpty(),
      hasSuspects: () => frontier.hasSuspects(),
      begin: async () => {
        const page = await frontier.claimAlone(worker, held.forClaim())
        if (page) void run(held.add(page))
        return page !== undefined
      },
      claimOthers: claim,
    },
    stopped,
  )

  async function claim(): Promise<boolean> {
    const isDue = hasNewJob || Date.now() - claimedAt >= claimPauseMsMax
    if (held.room() <= 0 || !(isDue || held.isRoomy())) return false
    if (!held.isIdle()) await setTimeout(Math.max(0, claimedAt + claimRestMs - Date.now()))
    if (isDraining() || lone.isWaiting()) return false
    claimedAt = Date.now()
    hasNewJob = false
    const pages = await frontier.claim(worker, held.forClaim())
    for (const page of pages) void run(held.add(page))
    return pages.length > 0
  }

  return {
    /** Takes as many pages as there is room for; answers whether there were any. */
    claim,
    /** Works on a page under suspicion; answers whether there was one. */
    claimAlone: () => lone.turn(),
    /** Whether the one page that is held is worked on alone. */
    isAlone: () => lone.isWaiting() && held.isSingle(),
    stopListening: () => listening[Symbol.dispose](),
  }
}
