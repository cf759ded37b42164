import { createHmac } from 'node:crypto'
import type { Account, Plan, ZeroDataRetention } from '#kernel/account.ts'
import type { Clock } from '#kernel/clock.ts'
import { ServiceError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { Database, Sql } from '#storage/database.ts'

/** Limits of requests without a key, for each UTC day. */
export interface KeylessLimits {
  /** Of one network: an IPv4 address or an IPv6 /64. 0: requests without a key are refused. */
  readonly requests: number
  readonly credits: number
  /** Of all networks together. */
  readonly creditsTotal: number
}

/** Requests without a key. They belong to one team; networks are known by a keyed hash. */
export interface Keyless {
  /** The account of a network. Fails with `UNAUTHORIZED` when requests without a key are refused. */
  accountOf(network: string): Promise<Account>
  /** Counts a request. Fails with `RATE_LIMIT_EXCEEDED`. */
  countRequest(account: Account): Promise<void>
  /** Reserves credits of the network for an operation, or changes the amount. Fails with `RATE_LIMIT_EXCEEDED`. */
  reserve(network: string, operationId: string, amount: number): Promise<void>
  charge(operationId: string, amount: number, within: Sql): Promise<void>
  /** Releases what was not charged. */
  release(operationId: string): Promise<void>
  sweep(): Promise<void>
}

interface KeylessDeps {
  readonly database: Database
  readonly clock: Clock
  readonly limits: KeylessLimits
  readonly secret: Buffer
}

const lock = `select pg_advisory_xact_lock(hashtextextended('keyless', 0))`

const findTeam = `
  select t.id as "teamId", t.zero_data_retention as "zeroDataRetention", t.safe_mode as "safeMode",
    json_build_object('name', p.name, 'requestsPerMinute', p.requests_per_minute,
      'concurrencyMax', p.concurrency_max, 'queuedJobsMax', p.queued_jobs_max,
      'creditsPerPeriod', p.credits_per_period) as plan
  from teams t join plans p on p.name = t.plan where t.is_keyless and t.banned_reason is null`

const countOne = `
  insert into keyless_requests as k (day, network, requests) values ($1, $2, 1)
  on conflict (day, network) do update set requests = k.requests + 1 where k.requests < $3
  returning requests`

const sums = `
  select coalesce(sum(amount) filter (where network = $2), 0)::integer as network,
    coalesce(sum(amount), 0)::integer as total
  from keyless_credits where day = $1 and operation_id <> $3`

const save = `
  insert into keyless_credits as k (operation_id, day, network, amount) values ($1, $2, $3, $4)
  on conflict (operation_id) do update set amount = excluded.amount where not k.is_charged`

interface Team {
  readonly teamId: string
  readonly zeroDataRetention: ZeroDataRetention
  readonly safeMode: boolean
  readonly plan: Plan
}

export function createKeyless({ database, clock, limits, secret }: KeylessDeps): Keyless {
  const findTeam = createFindTeam(database)
  const used = (reason: Reason, text: string) => exhausted(reason, text, clock.now())
  const today = () => clock.now().toISOString().slice(0, 10)
  return {
    ...createCreditsPerDay({ database, limits, used, today }),
    async accountOf(network) {
      const team = limits.requests === 0 ? undefined : await findTeam()
      if (!team) throw new ServiceError('UNAUTHORIZED')
      const id = createHmac('sha256', secret).update(network).digest('base64url')
      const principal = { kind: 'keyless', id } as const
      return { ...team, principal, allowedEndpoints: [], allowedFormats: [], allowedAddresses: [] }
    },
    async countRequest({ principal }) {
      const counted = await database.query(countOne, [today(), principal.id, limits.requests])
      if (counted.length > 0) return
      throw used('requests', 'The requests without an API key of your address are used up.')
    },
    async sweep() {
      const day = today()
      await database.query('delete from keyless_requests where day < $1', [day])
      await database.query('delete from keyless_credits where day < $1', [day])
    },
  }
}

/** Returns the team of all requests without a key, which the first of them creates; undefined when it is banned. */
function createFindTeam(database: Database) {
  return async function find(): Promise<Team | undefined> {
    const [team] = await database.query<Team>(findTeam, [])
    if (team) return team
    await database.query(
      `insert into teams (id, name, plan, is_keyless) values ($1, 'without a key', 'keyless', true)
       on conflict do nothing`,
      [newId()],
    )
    const [made] = await database.query<Team>(findTeam, [])
    return made
  }
}

type Reason = 'requests' | 'credits'

function exhausted(reason: Reason, text: string, now: Date): ServiceError {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)
  const retryAfterSeconds = Math.max(1, Math.ceil((midnight - now.getTime()) / 1_000))
  return new ServiceError(
    'RATE_LIMIT_EXCEEDED',
    `${text} Send an API key, or try again tomorrow.`,
    {
      retryAfterSeconds,
      facts: { reason, retry_after_seconds: retryAfterSeconds },
    },
  )
}

function createCreditsPerDay({
  database,
  limits,
  used,
  today,
}: Pick<KeylessDeps, 'database' | 'limits'> & {
  readonly used: (reason: Reason, text: string) => ServiceError
  readonly today: () => string
}): Pick<Keyless, 'reserve' | 'charge' | 'release'> {
  return {
    async reserve(network, operationId, amount) {
      await database.transaction(async (sql) => {
        await sql.query(lock, [])
        const day = today()
        const [others] = await sql.query<{ network: number; total: number }>(sums, [
          day,
          network,
          operationId,
        ])
        if ((others?.network ?? 0) + amount > limits.credits)
          throw used('credits', 'The credits without an API key of your address are used up.')
        if ((others?.total ?? 0) + amount > limits.creditsTotal)
          throw used('credits', 'The credits of all requests without an API key are used up.')
        await sql.query(save, [operationId, day, network, amount])
      })
    },
    async charge(operationId, amount, within) {
      await within.query(
        'update keyless_credits set amount = $2, is_charged = true where operation_id = $1',
        [operationId, amount],
      )
    },
    async release(operationId) {
      await database.query(
        'delete from keyless_credits where operation_id = $1 and not is_charged',
        [operationId],
      )
    },
  }
}
