import type { RateBucket } from '#kernel/account.ts'
import { ServiceError } from '#kernel/errors.ts'
import { inBatches } from '#kernel/in-batches.ts'
import { asyncCommit, type Sql } from '#storage/database.ts'

/** Remaining requests of the current window of 60 seconds (docs/credits.md). */
export interface RateLeft {
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
}

/** The limits of teams, and unknown keys, which are counted per address. */
type Bucket = RateBucket | 'unknown keys'

/** Counts requests per team and bucket over all processes; a window starts with its first request. */
export interface RateLimits {
  /** Counts a request. Fails with `RATE_LIMIT_EXCEEDED` and the time to wait. */
  take(teamId: string, bucket: Bucket, limit: number): Promise<RateLeft>
  sweep(): Promise<void>
}

/** Counts requests of several teams and buckets. Sorted, so that two of these statements never wait for each other. */
const takeAll = `
  insert into rate_windows as w (team_id, bucket, ends_at, used)
  select taken.team_id, taken.bucket, now() + interval '60 seconds', taken.used
  from unnest($1::uuid[], $2::text[], $3::integer[]) taken (team_id, bucket, used)
  order by taken.team_id, taken.bucket
  on conflict (team_id, bucket) do update set
    used = case when w.ends_at <= now() then excluded.used else w.used + excluded.used end,
    ends_at = case when w.ends_at <= now() then excluded.ends_at else w.ends_at end
  returning team_id as "teamId", bucket, used,
    greatest(1, ceil(extract(epoch from ends_at - now())))::integer as "resetSeconds", ${asyncCommit}`

interface Taken {
  readonly teamId: string
  readonly bucket: Bucket
}

interface Window extends Taken {
  readonly used: number
  readonly resetSeconds: number
}

const requestsPerQuery = 1_000

const makeName = ({ teamId, bucket }: Taken) => `${teamId} ${bucket}`

/** Stores the counters in the database; requests that arrive together are counted together. */
export function createRateLimits({ database }: { readonly database: Sql }): RateLimits {
  async function countAll(requests: readonly Taken[]): Promise<readonly Window[]> {
    const groups = Map.groupBy(requests, makeName)
    const counted = [...groups.values()].flatMap(([first, ...rest]) =>
      first ? [{ ...first, count: rest.length + 1 }] : [],
    )
    const rows = await database.query<Window>(takeAll, [
      counted.map(({ teamId }) => teamId),
      counted.map(({ bucket }) => bucket),
      counted.map(({ count }) => count),
    ])
    const windows = new Map(rows.map((row) => [makeName(row), row]))
    const positions = new Map<string, number>()
    return requests.map((request) => {
      const name = makeName(request)
      const window = windows.get(name)
      if (!window) throw new Error('A request was not counted.')
      const position = (positions.get(name) ?? 0) + 1
      positions.set(name, position)
      return { ...window, used: window.used - (groups.get(name)?.length ?? 0) + position }
    })
  }
  const count = inBatches(countAll, { itemsMax: requestsPerQuery })

  return {
    async take(teamId, bucket, limit) {
      const { used, resetSeconds } = await count({ teamId, bucket })
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
