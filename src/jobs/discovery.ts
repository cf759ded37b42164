import { mayTakeSlot, sharedSlots, type SharedSlots } from '#kernel/fair-share.ts'
import { isUnavailable } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import type { FaultScopes } from '#kernel/fault-scopes.ts'
import { withTrace } from '#kernel/trace.ts'
import { describeCause } from './cause-of.ts'
import type { AddDiscovered } from './job-handler.ts'
import type { JobTypes } from './job-types.ts'
import { leaseMs } from './lease.ts'
import type { Frontier, DiscoveryJob } from './frontier.ts'
import type { Job, Jobs } from './job.ts'
import { jobWaitMs } from './site-waits.ts'
import { isolateFrom, failFrom, pointsOf } from './crash-points.ts'

interface DiscoveryDeps {
  readonly worker: string
  readonly frontier: Pick<
    Frontier,
    'claimDiscovery' | 'extendDiscovery' | 'abandonDiscovery' | 'addDiscovered' | 'endDiscovery'
  >
  readonly jobs: Pick<Jobs, 'byId'>
  readonly jobTypes: Pick<JobTypes, 'of'>
  readonly faultScopes: FaultScopes
  readonly log: Log
}

/** Concurrent discoveries of one team; all teams together may have some more. */
const perTeamMax = 8
const retryMs = 5_000

/**
 * Runs discovery (sitemaps). Interrupted discovery starts again. Discovery that fails or crashes the process repeatedly runs
 * while no other does, and is then abandoned.
 */
export function createDiscovery(deps: DiscoveryDeps, stopped: AbortSignal) {
  const { worker, frontier, jobs, log } = deps
  const shared = sharedSlots(perTeamMax)
  let isLastSuspect = false
  let isBlamed = false
  const running = new Map<string, { readonly teamId: string; readonly work: Promise<void> }>()

  async function run({ id, crashPoints }: DiscoveryJob): Promise<void> {
    let job: Job | undefined
    let isFault = false
    let forMs = retryMs
    try {
      if (crashPoints > failFrom) return await frontier.abandonDiscovery(id)
      job = await jobs.byId(id)
      if (job) await workOn(job, deps, stopped)
      if (!stopped.aborted) return await frontier.endDiscovery(id)
    } catch (err) {
      const waitMs = jobWaitMs(job, err)
      isFault = !stopped.aborted && !isUnavailable(err) && waitMs === undefined
      forMs = waitMs ?? retryMs
      if (!stopped.aborted && waitMs === undefined) {
        log.warn({ ...describeCause(err, job), jobId: id }, 'discovery failed')
      }
    }
    if (isBlamed) return
    await frontier
      .extendDiscovery([id], { forMs: stopped.aborted ? 0 : forMs, points: isFault ? 0 : -1 })
      .catch((err: unknown) => log.warn({ err, jobId: id }, 'discovery not released'))
  }

  return {
    /** Leases one job and starts its discovery. Returns whether there was one. */
    async claim(): Promise<boolean> {
      if (isBlamed) return false
      const isAlone = running.size === 0
      if (running.size >= shared.slots || (isLastSuspect && !isAlone)) return false
      const full = fullTeams(shared, running)
      const claimed = await frontier.claimDiscovery(worker, { fullTeams: full, isAlone })
      if (!claimed) return false
      const { id, teamId, crashPoints } = claimed
      isLastSuspect = crashPoints > isolateFrom
      const work = run(claimed)
      running.set(id, { teamId, work })
      void work.then(() => running.delete(id))
      return true
    },
    /** Keeps others from beginning with the jobs of this process. */
    async renew(): Promise<void> {
      const ids = [...running.keys()]
      if (ids.length > 0) await frontier.extendDiscovery(ids, { forMs: leaseMs })
    },
    /** Adds crash points to the running discoveries, after an error that was thrown outside of any scope. */
    async blame(): Promise<void> {
      isBlamed = true
      // Each got one point when it was leased.
      const points = running.size === 1 ? pointsOf.alone - pointsOf.among : 0
      await frontier.extendDiscovery([...running.keys()], { forMs: 0, points })
    },
    async end(): Promise<void> {
      await Promise.all([...running.values()].map(({ work }) => work))
    },
  }
}

function workOn(
  job: Job,
  { frontier, jobTypes, faultScopes }: DiscoveryDeps,
  stopped: AbortSignal,
): Promise<void> {
  const add: AddDiscovered = (pages, blocked) => frontier.addDiscovered(job.id, pages, blocked)
  return faultScopes.run((failed) =>
    withTrace({ traceId: job.traceId, jobId: job.id }, () =>
      jobTypes.of(job.kind).handlers.discover(job, add, AbortSignal.any([stopped, failed])),
    ),
  )
}

/** Teams that may not start more discoveries now. */
function fullTeams(
  shared: SharedSlots,
  running: ReadonlyMap<string, { readonly teamId: string }>,
): string[] {
  const teams = [...running.values()].map(({ teamId }) => teamId)
  const free = shared.slots - teams.length
  const used = (teamId: string) => teams.filter((it) => it === teamId).length
  return [...new Set(teams)].filter((id) => !mayTakeSlot(shared, { occupied: used(id), free }))
}
