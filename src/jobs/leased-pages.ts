import { createNotifier } from '#queue/notifier.ts'
import type { PageStage } from './job-handler.ts'
import { sharedSlots } from '#kernel/fair-share.ts'
import type { LeasedPage, WorkerCapacity } from './frontier.ts'

/** A page that this process has leased. */
export interface ActivePage {
  readonly page: LeasedPage
  readonly abort: AbortController
  stage: 'started' | PageStage
}

/** Leased pages per slot, including pages that only wait to be written. */
const leasedPerSlot = 3
/** Claiming several pages costs little more than claiming one: a worker waits until this share of its slots is free. */
const claimShare = 1 / 4

/** Returns the pages that this process has leased. One team alone may have `pagesMax` in work. */
export function createLeasedPages(pagesMax: number) {
  const shared = sharedSlots(pagesMax)
  const leased = new Map<string, ActivePage>()
  const slotsFreed = createNotifier()

  const idsAt = (...stages: readonly ActivePage['stage'][]) =>
    [...leased.values()]
      .filter(({ stage }) => stages.includes(stage))
      .map(({ page }) => page.scrapeId)
  const inWork = () => [...leased.values()].filter(({ stage }) => stage !== 'read').length
  const freeSlots = () =>
    Math.min(shared.slots - inWork(), shared.slots * leasedPerSlot - leased.size)

  return {
    add(page: LeasedPage): ActivePage {
      const active: ActivePage = { page, abort: new AbortController(), stage: 'started' }
      leased.set(page.scrapeId, active)
      return active
    },
    setStage(active: ActivePage, stage: PageStage): void {
      if (active.stage === 'read') return
      active.stage = stage
      slotsFreed.notify()
    },
    remove({ scrapeId }: LeasedPage): void {
      leased.delete(scrapeId)
      slotsFreed.notify()
    },
    /** Notifies when a page occupies fewer slots than before. */
    slotsFreed,
    /** Number of pages that may be claimed, over all teams. */
    freeSlots,
    /** Whether enough slots are free beside the reserve to claim pages now. */
    hasManyFree: () => freeSlots() >= shared.reserve + pagesMax * claimShare,
    /** Whether no page is being fetched or read. */
    isIdle: () => inWork() === 0,
    isEmpty: () => leased.size === 0,
    isSingle: () => leased.size === 1,
    scrapeIds: () => [...leased.keys()],
    /** Pages that may be the cause of an error: those that are not read completely. */
    inWork: () => idsAt('started', 'fetched'),
    forClaim: (): WorkerCapacity => ({
      ...shared,
      wanted: freeSlots(),
      fetched: idsAt('fetched', 'read'),
      read: idsAt('read'),
    }),
    countAll: (jobId: string) =>
      [...leased.values()].filter(({ page }) => page.jobId === jobId).length,
    jobIds: () => [...new Set([...leased.values()].map(({ page }) => page.jobId))],
    /** Aborts the pages of these jobs, or of all. */
    abort(jobIds?: ReadonlySet<string>): void {
      for (const { page, abort } of leased.values()) {
        if (!jobIds || jobIds.has(page.jobId)) abort.abort()
      }
    },
  }
}
