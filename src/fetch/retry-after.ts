/** Longest wait that is taken for a page. */
const waitMsMax = 30_000

/** Returns the milliseconds of a Retry-After header, in seconds or as a date; undefined without a valid one. */
export function retryAfterMs(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined
  if (/^\s*\d{1,9}\s*$/.test(value)) return Number(value) * 1_000
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime())
}

/** Whether there is time to wait and to fetch the page afterwards: the wait takes at most half of the time left. */
export function fitsDeadline(waitMs: number, deadlineAt: Date | undefined, now: Date): boolean {
  if (waitMs > waitMsMax) return false
  return deadlineAt === undefined || waitMs * 2 <= deadlineAt.getTime() - now.getTime()
}
