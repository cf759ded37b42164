import type { Credits } from '#credits/credits.ts'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import { afterMs, type Database, type Sql } from '#storage/database.ts'
import { countCredits } from './cost.ts'
import { columns, createReads, type SessionReads, type SessionRow } from './session-rows.ts'

export interface NewSession {
  readonly id: string
  readonly ttlSeconds: number
  readonly activityTtlSeconds: number
  readonly streamWebView: boolean
  readonly scrapeId?: string | undefined
  readonly isRecorded: boolean
  readonly isWatched: boolean
  /** The run that pays for it; nothing is reserved or charged then. */
  readonly runId?: string | undefined
}

/** How a session ends. */
export interface Ending {
  readonly state: 'destroyed' | 'error'
  readonly error?: string
  /** When its browser ended; now when absent. */
  readonly at?: Date
}

/** The rows of browser sessions, with their slots and their money. */
export interface SessionStore extends SessionReads {
  /** Takes a slot, reserves the credits of the whole ttl and adds the row. Fails with 429 and 402, and with `ScrapeHasSessionError`. */
  add(session: NewSession, call: Call): Promise<void>
  /** Notes that a language model uses a session, and reserves what that costs more. Fails with 402. */
  markPrompted(session: SessionRow): Promise<void>
  started(id: string): Promise<void>
  /** Removes a session that did not start, with its slot and reservation. */
  discard(id: string, call: Call): Promise<void>
  touch(id: string): Promise<void>
  askToEnd(id: string): Promise<void>
  /** Ends all sessions of a team. */
  askAllToEnd(teamId: string): Promise<void>
  /** Renews the leases of this process. Returns those that it still has, and whether they are to end. */
  renew(ids: readonly string[]): Promise<{ readonly id: string; readonly isEnding: boolean }[]>
  /** Ends a session, once: state, charge, slot and activity in one transaction. */
  end(id: string, ending: Ending): Promise<void>
  /** Ends the sessions of processes that have ended. One whose end cannot be stored is tried again later, and delays no others. */
  endLost(): Promise<boolean>
  /** Deletes sessions that ended a day ago. */
  sweep(): Promise<void>
}

/** Another request has created the session of the scrape. */
export class ScrapeHasSessionError extends Error {
  override name = 'ScrapeHasSessionError'
}

const leaseSeconds = 15
/** The first lease: a browser may start slowly. */
const startSeconds = 60
/** Reservations live longer than sessions, so that the charge finds them. */
const marginMs = 120_000
const lostAtOnce = 20
/** Time after which the end of a session is tried again that could not be stored. */
const setAsideSeconds = 300

/** Notes ended sessions for the team. */
interface ActivityLog {
  record(
    entry: Pick<SessionRow, 'id' | 'teamId' | 'principal'> & {
      readonly endpoint: string
      readonly target: null
      readonly succeeded: boolean
      readonly message: string | undefined
      readonly durationMs: number
      readonly credits: number
    },
    within: Sql,
  ): Promise<void>
}

interface StoreDeps {
  readonly database: Database
  readonly credits: Pick<Credits, 'reserve' | 'reserved'>
  readonly activity: ActivityLog
  /** Id of this process. */
  readonly owner: string
  readonly log: Log
}

export function createSessionStore(deps: StoreDeps): SessionStore {
  const { database, owner, log } = deps
  const end = createEnd(deps)
  const setAside = (id: string) =>
    database.query(
      `update browser_sessions set leased_until = now() + make_interval(secs => $2)
       where id = $1 and state = 'active'`,
      [id, setAsideSeconds],
    )

  return {
    ...createAdmission(deps),
    ...createReads(deps),
    ...createPrompts(deps),
    end,
    async touch(id) {
      await database.query(touched, [id])
    },
    async askToEnd(id) {
      await database.query('update browser_sessions set is_ending = true where id = $1', [id])
    },
    async askAllToEnd(teamId) {
      await database.query(
        `update browser_sessions set is_ending = true where team_id = $1 and state = 'active'`,
        [teamId],
      )
    },
    async renew(ids) {
      const kept = await database.query<{ id: string; isEnding: boolean }>(
        `update browser_sessions set renewed_at = now(), leased_until = now() + make_interval(secs => $3)
         where id = any($1::uuid[]) and owner = $2 and state = 'active' returning id, is_ending as "isEnding"`,
        [ids, owner, leaseSeconds],
      )
      const extension = [kept.map(({ id }) => id), leaseSeconds * 2_000]
      await database.query(`select extend_slots($1::uuid[], ${afterMs('$2')})`, extension)
      return kept
    },
    async endLost() {
      const lost = await database.query<{ id: string; renewedAt: Date }>(
        `select id, renewed_at as "renewedAt" from browser_sessions
         where state = 'active' and leased_until < now() order by leased_until limit $1`,
        [lostAtOnce],
      )
      const error = 'The process that ran the browser has ended.'
      for (const { id, renewedAt } of lost) {
        await end(id, { state: 'error', error, at: renewedAt }).catch(async (err: unknown) => {
          log.warn({ err, sessionId: id }, 'lost browser session not ended')
          await setAside(id)
        })
      }
      return lost.length > 0
    },
    async sweep() {
      await database.query(
        `delete from browser_sessions where ended_at < now() - interval '24 hours'`,
      )
    },
  }
}

const touched = 'update browser_sessions set last_activity_at = now() where id = $1'

const charge = (session: Pick<SessionRow, 'id' | 'teamId' | 'principal'>) => ({
  teamId: session.teamId,
  principal: session.principal,
  operationId: session.id,
  kind: 'interact',
})

/** The start of a session: what it has to have before its browser starts, and its first lease. */
function createAdmission({
  database,
  credits,
  owner,
}: StoreDeps): Pick<SessionStore, 'add' | 'started' | 'discard'> {
  async function discard(id: string, { account: { teamId, principal } }: Call): Promise<void> {
    await database.query('delete from browser_sessions where id = $1', [id])
    await database.query('select release_slots(array[$1::uuid])', [id])
    const reserved = { ...charge({ id, teamId, principal }), amount: 0, forMs: 0 }
    await credits.reserved(reserved).release()
  }

  return {
    discard,
    async started(id) {
      await database.query(
        `update browser_sessions set started_at = now(), renewed_at = now(),
           leased_until = now() + make_interval(secs => $2) where id = $1 and state = 'active'`,
        [id, leaseSeconds],
      )
    },
    async add(session, call) {
      const { id, ttlSeconds } = session
      const { teamId, principal, plan } = call.account
      const [slot] = await database.query<{ taken: boolean }>(
        `select take_slot($1, $2, $3, ${afterMs('$4')}) as taken`,
        [id, teamId, plan.concurrencyMax, startSeconds * 1_000],
      )
      if (!slot?.taken) throw noSlot(plan.concurrencyMax)
      try {
        const amount = session.runId === undefined ? countCredits(ttlSeconds, false) : 0
        const forMs = ttlSeconds * 1_000 + marginMs
        const reserving =
          amount > 0 && credits.reserve({ ...charge({ id, teamId, principal }), amount, forMs })
        await Promise.resolve(reserving).catch((thrown: unknown) => {
          throw namingCredits(thrown, { ttlSeconds, amount })
        })
        await insertRow({ database, owner }, session, call)
      } catch (thrown) {
        await discard(id, call)
        throw thrown
      }
    },
  }
}

async function insertRow(
  { database, owner }: Pick<StoreDeps, 'database' | 'owner'>,
  session: NewSession,
  { account: { teamId, principal } }: Call,
): Promise<void> {
  const { id, ttlSeconds, activityTtlSeconds, streamWebView, isRecorded, isWatched } = session
  const { scrapeId = null, runId = null } = session
  const times = [ttlSeconds, activityTtlSeconds]
  const first = [id, teamId, principal, owner, ...times, streamWebView, startSeconds]
  const added = await database.query(
    `insert into browser_sessions (id, team_id, principal, owner, ttl_seconds, activity_ttl_seconds,
       stream_web_view, leased_until, scrape_id, is_recorded, run_id, is_watched)
     values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8), $9, $10, $11, $12)
     on conflict (scrape_id) where state = 'active' do nothing returning id`,
    [...first, scrapeId, isRecorded, runId, isWatched],
  )
  if (added.length === 0) throw new ScrapeHasSessionError()
}

/** What a language model costs is reserved when it is first used. */
function createPrompts({ database, credits }: StoreDeps): Pick<SessionStore, 'markPrompted'> {
  return {
    async markPrompted(session) {
      if (session.isPrompted) return
      const { id, ttlSeconds } = session
      const amount = countCredits(ttlSeconds, true)
      const forMs = ttlSeconds * 1_000 + marginMs
      await credits.reserve({ ...charge(session), amount, forMs }).catch((thrown: unknown) => {
        throw namingCredits(thrown, { ttlSeconds, amount })
      })
      const marked = await database.query(
        `update browser_sessions set is_prompted = true where id = $1 and state = 'active' returning id`,
        [id],
      )
      if (marked.length > 0) return
      await credits.reserved({ ...charge(session), amount, forMs }).release()
      throw new ServiceError('BROWSER_SESSION_DESTROYED')
    },
  }
}

function createEnd({ database, credits, activity }: StoreDeps): SessionStore['end'] {
  return async function end(id, { state, error, at }) {
    await database.transaction(async (sql) => {
      const [session] = await sql.query<SessionRow>(
        `select ${columns} from browser_sessions where id = $1 and state = 'active' for update`,
        [id],
      )
      if (!session) return
      const endedAt = at ?? session.now
      const { startedAt } = session
      const seconds = startedAt ? (endedAt.getTime() - startedAt.getTime()) / 1_000 : 0
      // A session that never started or that a run pays for is free; none costs more than was reserved for it.
      const isCharged = startedAt && session.runId === null
      const amount = isCharged
        ? countCredits(Math.min(seconds, session.ttlSeconds), session.isPrompted)
        : 0
      await sql.query(
        `update browser_sessions set state = $2, error = $3, ended_at = $4, credits_billed = $5 where id = $1`,
        [id, state, error ?? null, endedAt, amount],
      )
      const reservation = credits.reserved({ ...charge(session), amount, forMs: 0 })
      await (amount > 0 ? reservation.charge(amount, sql) : reservation.release(sql))
      const { teamId, principal } = session
      const succeeded = state === 'destroyed'
      const entry = {
        id,
        teamId,
        principal,
        endpoint: 'interact',
        target: null,
        succeeded,
        message: error,
        durationMs: Math.round(seconds * 1_000),
        credits: amount,
      }
      if (session.runId === null) await activity.record(entry, sql)
      await sql.query('select release_slots(array[$1::uuid])', [id])
      await sql.query('select release_profiles($1)', [id])
    })
  }
}

const noSlot = (slots: number) =>
  new ServiceError(
    'CONCURRENCY_LIMIT_REACHED',
    `You have reached the maximum number of concurrent jobs (${slots}). End a browser session, or wait until a job has finished.`,
    { retryAfterSeconds: 5 },
  )

function namingCredits(
  thrown: unknown,
  { ttlSeconds, amount }: { readonly ttlSeconds: number; readonly amount: number },
): unknown {
  if (!(thrown instanceof ServiceError) || thrown.code !== 'INSUFFICIENT_CREDITS') return thrown
  return new ServiceError(
    'INSUFFICIENT_CREDITS',
    `Insufficient credits for a ${ttlSeconds}s browser session (requires ~${amount} credits). Ask the operator for a grant, or set a shorter ttl.`,
  )
}
