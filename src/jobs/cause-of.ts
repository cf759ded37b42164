import type { Job } from './job.ts'

/** Log fields of an error. Under zero data retention only its name, because its message may contain a URL. */
export function describeCause(
  err: unknown,
  job: Pick<Job, 'zeroDataRetention'> | undefined,
): object {
  if (!job?.zeroDataRetention) return { err }
  return { fault: err instanceof Error ? err.name : typeof err }
}
