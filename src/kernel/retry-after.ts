/**
 * Returns the milliseconds of a Retry-After header, in seconds or as a date (RFC 9110), at most `msMax`;
 * undefined without a
 * valid one.
 */
export function readRetryAfter(
  value: string | null | undefined,
  { now, msMax = Infinity }: { readonly now: Date; readonly msMax?: number },
): number | undefined {
  if (value === null || value === undefined) return undefined
  const seconds = /^\s*(\d{1,9})(?:\.\d{1,9})?\s*$/.exec(value)?.[1]
  const ms = seconds === undefined ? Date.parse(value) - now.getTime() : Number(value) * 1_000
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), msMax)
}
