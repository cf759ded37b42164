import { isUnavailable } from '#kernel/errors.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Sql } from './database.ts'

/**
 * Compares the clock of this process with the one of the database, which decides leases, expiry and schedules. A process
 * whose clock differs does no work.
 */
export interface ClockWatch {
  /** The time of the database, for what a process does with times from it. It does not follow the clock of the machine. */
  readonly clock: Clock
  /**
   * Looks at the clock, and asks the database for its time when the last answer is old or the clock has jumped. While the
   * database is away, its last answer counts. Returns what is wrong.
   */
  readonly check: () => Promise<string | undefined>
  /** At the last check. */
  isRight(): boolean
}

/** More than clocks differ that are set by NTP, and less than any lease lasts. */
const differenceMsMax = 5_000
const askedEveryMs = 10_000

interface ClockWatchDeps {
  readonly database: Sql
  /** The clock that is compared, and one that never jumps; in milliseconds. */
  readonly now?: () => number
  readonly monotonic?: () => number
  /** Tests of what a wrong clock does without this watch allow any difference. */
  readonly msMax?: number | undefined
}

export function createClockWatch({
  database,
  now = Date.now,
  monotonic = () => performance.now(),
  msMax = differenceMsMax,
}: ClockWatchDeps): ClockWatch {
  let askedAt = Number.NEGATIVE_INFINITY
  /** What the clock shows beyond `monotonic` when it agrees with the database. */
  let base = 0
  let ahead = 0
  /** The time of the database when `monotonic` was zero. */
  let epoch = now() - monotonic()

  const isRight = () => Math.abs(ahead) <= msMax

  async function ask(): Promise<void> {
    const before = { now: now(), monotonic: monotonic() }
    const [row] = await database.query<{ ms: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
      [],
    )
    if (!row) return
    askedAt = monotonic()
    const tookMs = askedAt - before.monotonic
    // The database has answered at any moment in between: only what lies outside is a difference.
    ahead = outside(before.now - row.ms, tookMs)
    base = before.now - ahead - before.monotonic
    epoch = row.ms - (before.monotonic + askedAt) / 2
  }

  return {
    clock: { now: () => new Date(epoch + monotonic()) },
    async check() {
      const isFirst = askedAt === Number.NEGATIVE_INFINITY
      if (!isFirst) ahead = now() - monotonic() - base
      if (!isRight() || monotonic() - askedAt >= askedEveryMs) {
        await ask().catch((thrown: unknown) => {
          if (isFirst || !isUnavailable(thrown)) throw thrown
        })
      }
      return isRight() ? undefined : clockFault(ahead)
    },
    isRight,
  }
}

/** `difference` is between -tookMs and 0 when the clocks agree. */
const outside = (difference: number, tookMs: number) =>
  difference > 0 ? difference : Math.min(0, difference + tookMs)

/** What an operator reads and has to do. */
function clockFault(aheadMs: number): string {
  const side = aheadMs > 0 ? 'ahead of' : 'behind'
  return `The clock of this machine is ${inWords(Math.abs(aheadMs))} ${side} the clock of the database. Processes with a wrong clock do no work: set the clocks of both machines, for example by NTP.`
}

function inWords(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  if (seconds < 120) return `${seconds} seconds`
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`
}
