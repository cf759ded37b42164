/** What the watchdog sees at one look. */
export interface Look {
  readonly atMs: number
  /** Grows as long as the event loop turns. */
  readonly beats: number
  /** CPU time of the main thread so far. */
  readonly cpuMs: number
  /** Whether the main thread waits inside a system call, neither for a processor nor for a disk. */
  readonly isWaiting: boolean
}

export type Standstill = 'busy' | 'waiting'

/** Interval between two looks. */
export const lookMs = 500
/** A busy thread has used at least this share of the limit as CPU time; one that gets no processor has not. */
const cpuShare = 1 / 6

/**
 * Judges whether the main thread stands. Time counts only as far as the watchdog itself has run: a suspended process or machine does not
 * stand. Nor does a thread of an overloaded machine that gets no CPU time.
 */
export function createStandstillJudge(first: Look) {
  let last = first
  let start = first
  let stoodMs = 0
  let waitedMs = 0
  return {
    /** Milliseconds for which the loop has not turned. */
    stoodMs: () => stoodMs,
    judge(look: Look, limitMs: number): Standstill | undefined {
      const passedMs = look.atMs - last.atMs
      last = look
      if (look.beats !== start.beats) {
        start = look
        stoodMs = 0
        waitedMs = 0
        return undefined
      }
      stoodMs += Math.min(passedMs, 2 * lookMs)
      if (look.isWaiting && passedMs <= 2 * lookMs) waitedMs += passedMs
      if (stoodMs >= limitMs && look.cpuMs - start.cpuMs >= limitMs * cpuShare) return 'busy'
      return waitedMs >= limitMs ? 'waiting' : undefined
    },
  }
}
