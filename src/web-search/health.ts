import { afterMs, type Sql } from '#storage/database.ts'
import type { SearchProvider, SearchProviderError } from './providers/provider.ts'

type Paced = Pick<SearchProvider, 'name' | 'pace'>

/** Whether a provider may be called now. */
export type CallPermit =
  | { readonly status: 'taken' }
  /** Its pace allows the next call then. */
  | { readonly status: 'paced'; readonly waitMs: number }
  /** It failed too often, or its quota for the day is used up. */
  | { readonly status: 'paused' }

/** State of providers, shared by all processes: circuit breaker, rate and daily quota, one row each. */
export interface ProviderHealth {
  /** Counts one call when the provider may be called. A provider whose cooldown is over gets one call as a trial. */
  take(provider: Paced): Promise<CallPermit>
  succeeded(provider: Paced): Promise<void>
  failed(provider: Paced, failure: SearchProviderError): Promise<void>
}

const failuresMax = 3
const cooldownMs = 60_000
const cooldownMsMax = 3_600_000
/** Timeout of a trial. */
const trialMs = 30_000
const cooldownFactor = 4

export function createHealth({ database }: { readonly database: Sql }): ProviderHealth {
  return {
    async take({ name, pace }) {
      const rows = await database.query<{ taken: boolean; paused: boolean; wait_ms: number }>(
        take,
        [name, pace?.perMs ?? 0, pace?.perDay ?? null, trialMs],
      )
      const [row] = rows
      if (row?.taken) return { status: 'taken' }
      if (!row || row.paused) return { status: 'paused' }
      return { status: 'paced', waitMs: Math.max(0, row.wait_ms) }
    },
    async succeeded({ name }) {
      await database.query(
        `update search_providers set failures = 0, cooldown_ms = 0, cooldown_until = '-infinity'
         where name = $1 and (failures > 0 or cooldown_ms > 0)`,
        [name],
      )
    },
    async failed({ name }, { kind, retryAfterMs }) {
      // The query of one caller must not keep the provider from the others.
      if (kind === 'refused') return
      if (kind === 'quota') {
        await database.query(pauseForToday, [name, cooldownMs])
        return
      }
      const [row] = await database.query<{ failures: number; cooldown_ms: number }>(
        `update search_providers set failures = failures + 1 where name = $1
         returning failures, cooldown_ms`,
        [name],
      )
      const isAtOnce = kind !== 'failed' || (row?.cooldown_ms ?? 0) > 0
      if (!isAtOnce && (row?.failures ?? 0) < failuresMax) return
      const before = row?.cooldown_ms ?? 0
      const next = before === 0 ? cooldownMs : Math.min(before * cooldownFactor, cooldownMsMax)
      const ms = kind === 'key' ? cooldownMsMax : next
      await database.query(pause, [name, Math.max(ms, retryAfterMs), ms])
    },
  }
}

const pause = `update search_providers
  set cooldown_until = greatest(cooldown_until, ${afterMs('$2')}), cooldown_ms = $3 where name = $1`

const pauseForToday = `update search_providers
  set cooldown_until = greatest(cooldown_until, date_trunc('day', now(), 'UTC') + interval '1 day'), cooldown_ms = $2
  where name = $1`

/**
 * Atomic: of several processes, one gets the last call of a quota, the next call of its pace, and the trial after a cooldown. Calls that
 * start together arrive in any order, so without a pace the time of the last one is not compared.
 */
const take = `
  with now as (select now() as at, (now() at time zone 'UTC')::date as day),
  taken as (
    insert into search_providers as p (name, used, day, next_at)
    select $1, 1, now.day, now.at + make_interval(secs => $2::integer / 1000.0) from now
    on conflict (name) do update set
      used = case when p.day = excluded.day then p.used + 1 else 1 end, day = excluded.day, next_at = excluded.next_at,
      cooldown_until = case when p.cooldown_ms > 0
        then now() + make_interval(secs => $4::integer / 1000.0) else p.cooldown_until end
    where p.cooldown_until <= now() and ($2::integer = 0 or p.next_at <= now())
      and ($3::integer is null or p.used < $3 or p.day is distinct from excluded.day)
    returning 1)
  select exists (select from taken) as taken,
    coalesce(p.cooldown_until > now.at or (p.used >= $3 and p.day = now.day), false) as paused,
    coalesce(extract(epoch from p.next_at - now.at) * 1000, 0)::integer as wait_ms
  from now left join search_providers p on p.name = $1`
