import type { Job } from './jobs.ts'

/** What a fault of ours may tell the log: its message may name a page, which zero data retention forbids to write. */
export function causeOf(err: unknown, job: Pick<Job, 'zeroDataRetention'> | undefined): object {
  if (!job?.zeroDataRetention) return { err }
  return { fault: err instanceof Error ? err.name : typeof err }
}
