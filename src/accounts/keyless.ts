import { createHmac } from 'node:crypto'
import type { Account, Plan, ZeroDataRetention } from '#kernel/account.ts'
import type { Clock } from '#kernel/clock.ts'
import { ServiceError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { afterMs, type Database, type Sql } from '#storage/database.ts'

/** Limits of requests without a key, for each UTC day. */
export interface KeylessLimits {
  /** Of one network: an IPv4 address or an IPv6 /64. 0: requests without a key are refused. */
  readonly requests: number
  readonly credits: number
  /** Operations of one network that run at the same time. */
  readonly concurrency: number
  /** Of all networks together. */
  readonly creditsTotal: number
}

/** Requests without a key. They belong to one team; networks are known by a keyed hash. */
export interface Keyless {
  /** The account of a network. Fails with `UNAUTHORIZED` when requests without a key are refused. */
  findAccount(network: string): Promise<Account>
  readonly proxySecret: string | undefined
  /** Whether a network has requests and credits left today. */
  eligibility(network: string): Promise<Eligibility>
  /** Counts a request. Fails with `RATE_LIMIT_EXCEEDED`. */
  countRequest(account: Account): Promise<void>
  /**
   * Reserves credits of the network for an operation, or changes the amount. Fails with `RATE_LIMIT_EXCEEDED`, and with
   * `CONCURRENCY_LIMIT_REACHED` while the network has as many reservations as it may have operations.
   */
  reserve(network: string, reserved: ReservedCredits): Promise<void>
  charge(operationId: string, amount: number, within: Sql): Promise<void>
  /** Releases what was not charged. */
  release(operationId: string): Promise<void>
  sweep(): Promise<void>
}

interface Eligibility {
  readonly eligible: boolean
  readonly reason?: string
  readonly retryAfterSeconds?: number
}

interface ReservedCredits {
  readonly operationId: string
  readonly amount: number
  /** Milliseconds after which the reservation ends, in case the process is killed. */
  readonly forMs: number
}

interface KeylessDeps {
  readonly database: Database
  readonly clock: Clock
  readonly limits: KeylessLimits
  readonly secret: Buffer
  /** Secret of the hosted MCP server that names the addresses of its clients. */
  readonly proxySecret: string | undefined
}

const lock = `select pg_advisory_xact_lock(hashtextextended('keyless', 0))`

const findTeam = `
  select t.id as "teamId", t.zero_data_retention as "zeroDataRetention", t.safe_mode as "safeMode",
    json_build_object('name', p.name, 'requestsPerMinute', p.requests_per_minute,
      'concurrencyMax', p.concurrency_max, 'queuedJobsMax', p.queued_jobs_max,
      'creditsPerPeriod', p.credits_per_period) as plan
  from teams t join plans p on p.name = t.plan where t.is_keyless and t.banned_reason is null`

/** The day of the database. */
const today = `(now() at time zone 'UTC')::date`

const countOne = `
  insert into keyless_requests as k (day, network, requests) values (${today}, $1, 1)
  on conflict (day, network) do update set requests = k.requests + 1 where k.requests < $2
  returning requests`

const sums = `
  select coalesce(sum(amount) filter (where network = $1), 0)::integer as network,
    coalesce(sum(amount), 0)::integer as total,
    (count(*) filter (where network = $1 and not is_charged))::integer as running
  from keyless_credits where day = ${today} and operation_id <> $2 and (is_charged or expires_at > now())`

const save = `
  insert into keyless_credits as k (operation_id, day, network, amount, expires_at) values ($1, ${today}, $2, $3, ${afterMs('$4')})
  on conflict (operation_id) do update set amount = excluded.amount, expires_at = excluded.expires_at
  where not k.is_charged`

interface Team {
  readonly teamId: string
  readonly zeroDataRetention: ZeroDataRetention
  readonly safeMode: boolean
  readonly plan: Plan
}

export function createKeyless(deps: KeylessDeps): Keyless {
  const { database, clock, limits, secret, proxySecret } = deps
  const findTeam = createFindTeam(database)
  const makeId = (network: string) =>
    createHmac('sha256', secret).update(network).digest('base64url')
  return {
    ...createCreditsPerDay({ database, limits, clock }),
    proxySecret,
    eligibility: createEligibility(deps, makeId),
    async findAccount(network) {
      const team = limits.requests === 0 ? undefined : await findTeam()
      if (!team) throw new ServiceError('UNAUTHORIZED')
      const principal = { kind: 'keyless', id: makeId(network) } as const
      return { ...team, principal, allowedEndpoints: [], allowedFormats: [], allowedAddresses: [] }
    },
    async countRequest({ principal }) {
      const counted = await database.query(countOne, [principal.id, limits.requests])
      if (counted.length > 0) return
      throw requestsUsed(clock.now())
    },
    async sweep() {
      await database.query(`delete from keyless_requests where day < ${today}`, [])
      await database.query(`delete from keyless_credits where day < ${today}`, [])
    },
  }
}

const usedToday = `
  select coalesce((select requests from keyless_requests where day = ${today} and network = $1), 0) as requests,
    coalesce(sum(amount) filter (where network = $1), 0)::integer as network,
    coalesce(sum(amount), 0)::integer as total
  from keyless_credits where day = ${today} and (is_charged or expires_at > now())`

function createEligibility(
  { database, clock, limits }: KeylessDeps,
  makeId: (network: string) => string,
): Keyless['eligibility'] {
  return async (network) => {
    if (limits.requests === 0) return { eligible: false }
    const [used] = await database.query<{ requests: number; network: number; total: number }>(
      usedToday,
      [makeId(network)],
    )
    if (!used) return { eligible: true }
    const hasCredits = used.network < limits.credits && used.total < limits.creditsTotal
    if (used.requests < limits.requests && hasCredits) return { eligible: true }
    const reason = used.requests < limits.requests ? 'credits' : 'requests'
    return { eligible: false, reason, retryAfterSeconds: secondsToMidnight(clock.now()) }
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

function secondsToMidnight(now: Date): number {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)
  return Math.max(1, Math.ceil((midnight - now.getTime()) / 1_000))
}

type Reason = 'requests' | 'credits'

function exhausted(reason: Reason, text: string, now: Date): ServiceError {
  const retryAfterSeconds = secondsToMidnight(now)
  return new ServiceError(
    'RATE_LIMIT_EXCEEDED',
    `${text} Send an API key, or try again tomorrow.`,
    {
      retryAfterSeconds,
      facts: { reason, retry_after_seconds: retryAfterSeconds },
    },
  )
}

const requestsUsed = (now: Date) =>
  exhausted('requests', 'The requests without an API key of your address are used up.', now)

interface Sums {
  readonly network: number
  readonly total: number
  readonly running: number
}

function createCreditsPerDay({
  database,
  limits,
  clock,
}: Pick<KeylessDeps, 'database' | 'limits' | 'clock'>): Pick<
  Keyless,
  'reserve' | 'charge' | 'release'
> {
  return {
    async reserve(network, { operationId, amount, forMs }) {
      await database.transaction(async (sql) => {
        await sql.query(lock, [])
        const [others] = await sql.query<Sums>(sums, [network, operationId])
        const used = others ?? { network: 0, total: 0, running: 0 }
        if (used.network + amount > limits.credits)
          throw creditsUsed(
            'The credits without an API key of your address are used up.',
            clock.now(),
          )
        if (used.total + amount > limits.creditsTotal)
          throw creditsUsed(
            'The credits of all requests without an API key are used up.',
            clock.now(),
          )
        if (used.running >= limits.concurrency) throw tooManyAtOnce(limits.concurrency)
        await sql.query(save, [operationId, network, amount, forMs])
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

const creditsUsed = (text: string, now: Date) => exhausted('credits', text, now)

const tooManyAtOnce = (concurrency: number) =>
  new ServiceError(
    'CONCURRENCY_LIMIT_REACHED',
    `Your address runs as many operations without an API key as it may at the same time (${concurrency}). Wait until one has finished, or send an API key.`,
    { retryAfterSeconds: 5 },
  )
