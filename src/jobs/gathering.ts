import { mayTakeSlot, sharedSlots } from '#kernel/fair-share.ts'
import type { Log } from '#kernel/log.ts'
import { causeOf } from './cause-of.ts'
import type { Accept, JobWork } from './job-work.ts'
import { holdMs } from './frontier.ts'
import type { Frontier, Job, JobKind, Jobs } from './jobs.ts'

interface GatheringDeps {
  readonly worker: string
  readonly frontier: Pick<Frontier, 'claimGathering' | 'holdGathering' | 'accept' | 'gathered'>
  readonly jobs: Pick<Jobs, 'byId'>
  readonly works: Readonly<Record<JobKind, JobWork>>
  readonly log: Log
}

/** Jobs of one team at once; there are some more for others. */
const perTeamMax = 8
const retryMs = 5_000

/** Finds the pages that jobs get from elsewhere. What is interrupted is begun again. */
export function createGathering(
  { worker, frontier, jobs, works, log }: GatheringDeps,
  stopped: AbortSignal,
) {
  const shared = sharedSlots(perTeamMax)
  const running = new Map<string, { readonly teamId: string; readonly work: Promise<void> }>()

  /** Teams that may not have more at once now. */
  function fullTeams(): string[] {
    const teams = [...running.values()].map(({ teamId }) => teamId)
    const free = shared.slots - running.size
    const heldBy = (teamId: string) => teams.filter((it) => it === teamId).length
    return [...new Set(teams)].filter((id) => !mayTakeSlot(shared, { held: heldBy(id), free }))
  }

  async function gather(id: string): Promise<void> {
    let job: Job | undefined
    try {
      job = await jobs.byId(id)
      if (job) {
        const accept: Accept = (pages, blocked) => frontier.accept(id, pages, blocked)
        await works[job.kind].gather(job, accept, stopped)
      }
      if (!stopped.aborted) return await frontier.gathered(id)
    } catch (err) {
      if (!stopped.aborted) {
        log.warn({ ...causeOf(err, job), jobId: id }, 'pages from elsewhere not gathered')
      }
    }
    await frontier
      .holdGathering([id], stopped.aborted ? 0 : retryMs)
      .catch((err: unknown) => log.warn({ err, jobId: id }, 'gathering not given back'))
  }

  return {
    /** Begins with one job; answers whether there was one. */
    async claim(): Promise<boolean> {
      if (running.size >= shared.slots) return false
      const claimed = await frontier.claimGathering(worker, fullTeams())
      if (!claimed) return false
      const { id, teamId } = claimed
      const work = gather(id)
      running.set(id, { teamId, work })
      void work.then(() => running.delete(id))
      return true
    },
    /** Keeps others from beginning with the jobs of this process. */
    async renew(): Promise<boolean> {
      if (running.size > 0) await frontier.holdGathering([...running.keys()], holdMs)
      return false
    },
    async end(): Promise<void> {
      await Promise.all([...running.values()].map(({ work }) => work))
    },
  }
}
