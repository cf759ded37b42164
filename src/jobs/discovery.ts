import { mayTakeSlot, sharedSlots, type SharedSlots } from '#kernel/fair-share.ts'
import { isUnavailable } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import type { FaultScopes } from '#kernel/fault-scopes.ts'
import { causeOf } from './cause-of.ts'
import type { Accept } from './job-handler.ts'
import type { JobTypes } from './job-types.ts'
import { holdMs } from './lease.ts'
import type { Frontier, GatheringJob, Job, Jobs } from './jobs.ts'
import { aloneFrom, givenUpFrom, pointsOf } from './suspicion.ts'

interface GatheringDeps {
  readonly worker: string
  readonly frontier: Pick<
    Frontier,
    'claimGathering' | 'holdGathering' | 'abandonGathering' | 'accept' | 'gathered'
  >
  readonly jobs: Pick<Jobs, 'byId'>
  readonly jobTypes: Pick<JobTypes, 'of'>
  readonly faultScopes: FaultScopes
  readonly log: Log
}

/** Jobs of one team at once; there are some more for others. */
const perTeamMax = 8
const retryMs = 5_000

/**
 * Finds the pages that jobs get from elsewhere. What is interrupted is begun again; what fails, or ends the process, again and
 * again is tried while no other is, and then given up.
 */
export function createGathering(deps: GatheringDeps, stopped: AbortSignal) {
  const { worker, frontier, jobs, log } = deps
  const shared = sharedSlots(perTeamMax)
  let isLastSuspected = false
  let isBlamed = false
  const running = new Map<string, { readonly teamId: string; readonly work: Promise<void> }>()

  async function gather({ id, suspicion }: GatheringJob): Promise<void> {
    let job: Job | undefined
    let isFault = false
    try {
      if (suspicion > givenUpFrom) return await frontier.abandonGathering(id)
      job = await jobs.byId(id)
      if (job) await workOn(job, deps, stopped)
      if (!stopped.aborted) return await frontier.gathered(id)
    } catch (err) {
      isFault = !stopped.aborted && !isUnavailable(err)
      if (!stopped.aborted) {
        log.warn({ ...causeOf(err, job), jobId: id }, 'pages from elsewhere not gathered')
      }
    }
    if (isBlamed) return
    await frontier
      .holdGathering([id], { forMs: stopped.aborted ? 0 : retryMs, points: isFault ? 0 : -1 })
      .catch((err: unknown) => log.warn({ err, jobId: id }, 'gathering not given back'))
  }

  return {
    /** Begins with one job; answers whether there was one. */
    async claim(): Promise<boolean> {
      if (isBlamed) return false
      const isAlone = running.size === 0
      if (running.size >= shared.slots || (isLastSuspected && !isAlone)) return false
      const full = fullTeams(shared, running)
      const claimed = await frontier.claimGathering(worker, { fullTeams: full, isAlone })
      if (!claimed) return false
      const { id, teamId, suspicion } = claimed
      isLastSuspected = suspicion > aloneFrom
      const work = gather(claimed)
      running.set(id, { teamId, work })
      void work.then(() => running.delete(id))
      return true
    },
    /** Keeps others from beginning with the jobs of this process. */
    async renew(): Promise<void> {
      const ids = [...running.keys()]
      if (ids.length > 0) await frontier.holdGathering(ids, { forMs: holdMs })
    },
    /** Something threw that nobody can attribute: says what may be why. */
    async blame(): Promise<void> {
      isBlamed = true
      // Each has the point it got when it was taken.
      const points = running.size === 1 ? pointsOf.alone - pointsOf.among : 0
      await frontier.holdGathering([...running.keys()], { forMs: 0, points })
    },
    async end(): Promise<void> {
      await Promise.all([...running.values()].map(({ work }) => work))
    },
  }
}

function workOn(
  job: Job,
  { frontier, jobTypes, faultScopes }: GatheringDeps,
  stopped: AbortSignal,
): Promise<void> {
  const accept: Accept = (pages, blocked) => frontier.accept(job.id, pages, blocked)
  return faultScopes.run((failed) =>
    jobTypes.of(job.kind).handlers.gather(job, accept, AbortSignal.any([stopped, failed])),
  )
}

/** Teams that may not have more at once now. */
function fullTeams(
  shared: SharedSlots,
  running: ReadonlyMap<string, { readonly teamId: string }>,
): string[] {
  const teams = [...running.values()].map(({ teamId }) => teamId)
  const free = shared.slots - teams.length
  const heldBy = (teamId: string) => teams.filter((it) => it === teamId).length
  return [...new Set(teams)].filter((id) => !mayTakeSlot(shared, { held: heldBy(id), free }))
}
