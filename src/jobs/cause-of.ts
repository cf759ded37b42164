import type { Job } from './jobs.ts'

/** What a fault of ours may tell the log: its message may name a page, which zero data retention forbids to write. */
export function causeOf(err: unknown, job: Pick<Job, 'leavesNoTrace'> | undefined): object {
  if (!job?.leavesNoTrace) return { err }
  return { fault: err instanceof Error ? err.name : typeof err }
}
