import type { Log } from '#kernel/log.ts'
import { causeOf } from './cause-of.ts'
import type { Accept, JobWork } from './job-work.ts'
import type { Frontier, Job, JobKind, Jobs } from './jobs.ts'

interface GatheringDeps {
  readonly worker: string
  readonly frontier: Pick<Frontier, 'claimGathering' | 'accept' | 'gathered'>
  readonly jobs: Pick<Jobs, 'byId'>
  readonly works: Readonly<Record<JobKind, JobWork>>
  readonly log: Log
}

const atOnceMax = 8

/** Finds the pages that jobs get from elsewhere. What is interrupted is begun again when its hold ends. */
export function createGathering(
  { worker, frontier, jobs, works, log }: GatheringDeps,
  stopped: AbortSignal,
) {
  const running = new Set<Promise<void>>()

  async function gather(id: string): Promise<void> {
    let job: Job | undefined
    try {
      job = await jobs.byId(id)
      if (job) {
        const accept: Accept = (pages, blocked) => frontier.accept(id, pages, blocked)
        await works[job.kind].gather(job, accept, stopped)
      }
      if (!stopped.aborted) await frontier.gathered(id)
    } catch (err) {
      if (stopped.aborted) return
      log.warn({ ...causeOf(err, job), jobId: id }, 'pages from elsewhere not gathered')
    }
  }

  return {
    /** Begins with one job; answers whether there was one. */
    async claim(): Promise<boolean> {
      const id = running.size < atOnceMax ? await frontier.claimGathering(worker) : undefined
      if (id === undefined) return false
      const work = gather(id)
      running.add(work)
      void work.then(() => running.delete(work))
      return true
    },
    async end(): Promise<void> {
      await Promise.all(running)
    },
  }
}
