import type { Credits } from '#credits/credits.ts'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import { afterMs, type Database } from '#storage/database.ts'
import { countCredits, toCharge } from './cost.ts'
import type { SessionRow } from './session-rows.ts'

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

/** What a session has to have before its browser starts. */
export interface SessionAdmission {
  /** Takes a slot, reserves the credits of the whole ttl and adds the row. Fails with 429 and 402, and with `ScrapeHasSessionError`. */
  add(session: NewSession, call: Call): Promise<void>
  started(id: string): Promise<void>
  /** Removes a session that did not start, with its slot and reservation. */
  discard(id: string, call: Call): Promise<void>
  /** Notes that a language model uses a session, and reserves what that costs more. Fails with 402. */
  markPrompted(session: SessionRow): Promise<void>
}

export interface AdmissionDeps {
  readonly database: Database
  readonly credits: Pick<Credits, 'reserve' | 'reserved'>
  /** Id of this process. */
  readonly owner: string
}

/** Another request has created the session of the scrape. */
export class ScrapeHasSessionError extends Error {
  override name = 'ScrapeHasSessionError'
}

export const leaseSeconds = 15
/** The first lease: a browser may start slowly. */
const startSeconds = 60
/** Reservations live longer than sessions, so that the charge finds them. */
const marginMs = 120_000

/** The start of a session: what it has to have before its browser starts, and its first lease. */
export function createSessionAdmission(deps: AdmissionDeps): SessionAdmission {
  const { database, credits, owner } = deps
  async function discard(id: string, { account: { teamId, principal } }: Call): Promise<void> {
    await database.query('delete from browser_sessions where id = $1', [id])
    await database.query('select release_slots(array[$1::uuid])', [id])
    const reserved = { ...toCharge({ id, teamId, principal }), amount: 0, forMs: 0 }
    await credits.reserved(reserved).release()
  }

  return {
    ...createPrompts(deps),
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
          amount > 0 && credits.reserve({ ...toCharge({ id, teamId, principal }), amount, forMs })
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
  { database, owner }: Pick<AdmissionDeps, 'database' | 'owner'>,
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
function createPrompts({
  database,
  credits,
}: AdmissionDeps): Pick<SessionAdmission, 'markPrompted'> {
  return {
    async markPrompted(session) {
      if (session.isPrompted) return
      const { id, ttlSeconds } = session
      const amount = countCredits(ttlSeconds, true)
      const forMs = ttlSeconds * 1_000 + marginMs
      await credits.reserve({ ...toCharge(session), amount, forMs }).catch((thrown: unknown) => {
        throw namingCredits(thrown, { ttlSeconds, amount })
      })
      const marked = await database.query(
        `update browser_sessions set is_prompted = true where id = $1 and state = 'active' returning id`,
        [id],
      )
      if (marked.length > 0) return
      await credits.reserved({ ...toCharge(session), amount, forMs }).release()
      throw new ServiceError('BROWSER_SESSION_DESTROYED')
    },
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
