import { createNotifier } from '#queue/notifier.ts'
import type { PageStage } from './job-handler.ts'
import { sharedSlots } from '#kernel/fair-share.ts'
import type { HeldPage, WorkerRoom } from './jobs.ts'

/** A page this process holds. */
export interface Holding {
  readonly page: HeldPage
  readonly abort: AbortController
  stage: 'begun' | PageStage
}

/** Pages that are only to be written are held as well, up to so many times those that may be worked on. */
const heldShare = 3
/** Pages that are claimed together cost little more than one. */
const roomyShare = 1 / 4

/** The pages a process holds, and how many more it has room for. One team alone may have `pagesMax` in work. */
export function createHeldPages(pagesMax: number) {
  const shared = sharedSlots(pagesMax)
  const held = new Map<string, Holding>()
  const places = createNotifier()

  const idsAt = (...stages: readonly Holding['stage'][]) =>
    [...held.values()]
      .filter(({ stage }) => stages.includes(stage))
      .map(({ page }) => page.scrapeId)
  const inWork = () => [...held.values()].filter(({ stage }) => stage !== 'read').length
  const room = () => Math.min(shared.slots - inWork(), shared.slots * heldShare - held.size)

  return {
    add(page: HeldPage): Holding {
      const holding: Holding = { page, abort: new AbortController(), stage: 'begun' }
      held.set(page.scrapeId, holding)
      return holding
    },
    reach(holding: Holding, stage: PageStage): void {
      if (holding.stage === 'read') return
      holding.stage = stage
      places.notify()
    },
    remove({ scrapeId }: HeldPage): void {
      held.delete(scrapeId)
      places.notify()
    },
    /** Notifies when a page occupies fewer slots than before. */
    placesFreed: places,
    /** How many more there is room for, over all teams. */
    room,
    /** Whether so much is free beside the reserve that a claim is worth its costs. */
    isRoomy: () => room() >= shared.reserve + pagesMax * roomyShare,
    /** None is being fetched or read. */
    isIdle: () => inWork() === 0,
    isEmpty: () => held.size === 0,
    isSingle: () => held.size === 1,
    scrapeIds: () => [...held.keys()],
    /** What may be why the process fails: not those that are only to be written. */
    inWork: () => idsAt('begun', 'fetched'),
    forClaim: (): WorkerRoom => ({
      ...shared,
      wanted: room(),
      fetched: idsAt('fetched', 'read'),
      read: idsAt('read'),
    }),
    countOf: (jobId: string) =>
      [...held.values()].filter(({ page }) => page.jobId === jobId).length,
    jobIds: () => [...new Set([...held.values()].map(({ page }) => page.jobId))],
    /** Stops the pages of these jobs, or of all. */
    abort(jobIds?: ReadonlySet<string>): void {
      for (const { page, abort } of held.values()) {
        if (!jobIds || jobIds.has(page.jobId)) abort.abort()
      }
    },
  }
}
