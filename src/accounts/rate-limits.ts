import type { RateBucket } from '#kernel/account.ts'
import { ServiceError } from '#kernel/errors.ts'
import { asyncCommit, type Sql } from '#storage/database.ts'

/** Remaining requests of the current window of 60 seconds (docs/credits.md). */
export interface RateLeft {
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
}

/** Counts requests per team and bucket over all processes; a window starts with its first request. */
export interface RateLimits {
  /** Counts a request. Fails with `RATE_LIMIT_EXCEEDED` and the time to wait. */
  take(teamId: string, bucket: RateBucket, limit: number): Promise<RateLeft>
  sweep(): Promise<void>
}

const takeOne = `
  insert into rate_windows as w (team_id, bucket, ends_at, used)
  values ($1, $2, now() + interval '60 seconds', 1)
  on conflict (team_id, bucket) do update set
    used = case when w.ends_at <= now() then 1 else w.used + 1 end,
    ends_at = case when w.ends_at <= now() then excluded.ends_at else w.ends_at end
  returning used, greatest(1, ceil(extract(epoch from ends_at - now())))::integer as reset_seconds,
    ${asyncCommit}`

/** Stores the counters in the database. */
export function createRateLimits({ database }: { readonly database: Sql }): RateLimits {
  return {
    async take(teamId, bucket, limit) {
      const [row] = await database.query<{ used: number; reset_seconds: number }>(takeOne, [
        teamId,
        bucket,
      ])
      const { used, reset_seconds: resetSeconds } = row ?? { used: 1, reset_seconds: 60 }
      if (used > limit) {
        throw new ServiceError('RATE_LIMIT_EXCEEDED', undefined, {
          retryAfterSeconds: resetSeconds,
        })
      }
      return { limit, remaining: limit - used, resetSeconds }
    },
    async sweep() {
      await database.query('delete from rate_windows where ends_at <= now()', [])
    },
  }
}
