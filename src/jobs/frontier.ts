import type { Log } from '#kernel/log.ts'
import type { ContentSeals } from '#storage/content-seals.ts'
import type { Database } from '#storage/database.ts'
import { createAcceptedPages } from './added-url-keys.ts'
import { createClaimPages } from './claim-pages.ts'
import { finishPages } from './finish-pages.ts'
import { createGatheringHolds, createGatheringPages } from './discovery-frontier.ts'
import { createHoldPages } from './lease-pages.ts'
import type { Announce, Frontier } from './jobs.ts'

export interface FrontierDeps {
  readonly database: Database
  /** Pages of one team at one host at the same time, over all workers; other teams have a quarter more. */
  readonly hostPagesMax: number
  readonly announce: Announce
  readonly contentSeals: ContentSeals
  readonly log: Log
}

/** Keeps the frontier in the database; its parts say how. */
export function createFrontier(deps: FrontierDeps): Frontier {
  const { database } = deps
  const accepted = createAcceptedPages()

  return {
    ...createClaimPages(deps),
    ...createHoldPages(database),
    async finish(worker, jobId, pages) {
      const taken = await database.transaction((sql) =>
        finishPages(sql, { ...deps, accepted }, { worker, jobId, pages }),
      )
      accepted.add(jobId, taken)
    },
    ...createGatheringHolds(deps),
    ...createGatheringPages(deps),
  }
}
