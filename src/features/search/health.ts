import type { Clock } from '#kernel/clock.ts'
import type { Sql } from '#storage/database.ts'
import type { Provider, ProviderFailure } from './providers/provider.ts'

type Paced = Pick<Provider, 'name' | 'pace'>

/** Whether a provider may be called now. */
export type Taking =
  | { readonly status: 'taken' }
  /** Its pace allows the next call then. */
  | { readonly status: 'paced'; readonly waitMs: number }
  /** It failed too often, or its quota for the day is used up. */
  | { readonly status: 'resting' }

/** How providers are, shared by all processes: circuit breaker, pace and day quota, in one row for each. */
export interface Health {
  /** Counts one call when the provider may be called. A provider whose rest is over gets one call as a trial. */
  take(provider: Paced): Promise<Taking>
  succeeded(provider: Paced): Promise<void>
  failed(provider: Paced, failure: ProviderFailure): Promise<void>
}

const failuresToRest = 3
const restMs = 60_000
const restMsMax = 3_600_000
/** A trial that has not ended by then is forgotten. */
const trialMs = 30_000
const restFactor = 4

export function createHealth({
  database,
  clock,
}: {
  readonly database: Sql
  readonly clock: Clock
}): Health {
  return {
    async take({ name, pace }) {
      const now = clock.now()
      const rows = await database.query<{ taken: boolean; resting: boolean; wait_ms: number }>(
        take,
        [name, now, pace.perMs, pace.perDay ?? null, trialMs],
      )
      const [row] = rows
      if (row?.taken) return { status: 'taken' }
      if (!row || row.resting) return { status: 'resting' }
      return { status: 'paced', waitMs: Math.max(0, row.wait_ms) }
    },
    async succeeded({ name }) {
      await database.query(
        `update search_providers set failures = 0, rest_ms = 0, resting_until = '-infinity'
         where name = $1 and (failures > 0 or rest_ms > 0)`,
        [name],
      )
    },
    async failed({ name }, { kind, retryAfterMs }) {
      const now = clock.now()
      if (kind === 'quota') {
        const midnight = new Date(Math.ceil((now.getTime() + 1) / 86_400_000) * 86_400_000)
        return rest({ name, until: midnight, ms: restMs })
      }
      const [row] = await database.query<{ failures: number; rest_ms: number }>(
        `update search_providers set failures = failures + 1 where name = $1
         returning failures, rest_ms`,
        [name],
      )
      const isAtOnce = kind !== 'failed' || (row?.rest_ms ?? 0) > 0
      if (!isAtOnce && (row?.failures ?? 0) < failuresToRest) return
      const before = row?.rest_ms ?? 0
      const next = before === 0 ? restMs : Math.min(before * restFactor, restMsMax)
      const ms = kind === 'key' ? restMsMax : next
      await rest({ name, until: new Date(now.getTime() + Math.max(ms, retryAfterMs)), ms })
    },
  }

  async function rest({ name, until, ms }: { name: string; until: Date; ms: number }) {
    await database.query(
      'update search_providers set resting_until = greatest(resting_until, $2), rest_ms = $3 where name = $1',
      [name, until, ms],
    )
  }
}

/** Atomic: of several processes, one gets the last call of a quota, the turn of a pace, and the trial after a rest. */
const take = `
  with now as (select $2::timestamptz as at, ($2::timestamptz at time zone 'UTC')::date as day),
  taken as (
    insert into search_providers as p (name, used, day, next_at)
    select $1, 1, now.day, now.at + make_interval(secs => $3::integer / 1000.0) from now
    on conflict (name) do update set
      used = case when p.day = excluded.day then p.used + 1 else 1 end, day = excluded.day, next_at = excluded.next_at,
      resting_until = case when p.rest_ms > 0
        then $2::timestamptz + make_interval(secs => $5::integer / 1000.0) else p.resting_until end
    where p.resting_until <= $2 and p.next_at <= $2
      and ($4::integer is null or p.used < $4 or p.day is distinct from excluded.day)
    returning 1)
  select exists (select from taken) as taken,
    coalesce(p.resting_until > now.at or (p.used >= $4 and p.day = now.day), false) as resting,
    coalesce(extract(epoch from p.next_at - now.at) * 1000, 0)::integer as wait_ms
  from now left join search_providers p on p.name = $1`
