import type { Log } from '#kernel/log.ts'
import { afterMs } from '#storage/database.ts'
import {
  createSessionAdmission,
  leaseSeconds,
  type SessionAdmission,
  type AdmissionDeps,
} from './admission.ts'
import { createEnd, type EndDeps, type EndSession } from './end-session.ts'
import { createReads, type SessionReads } from './session-rows.ts'

/** The rows of browser sessions, with their slots and their money. */
export interface SessionStore extends SessionReads, SessionAdmission {
  touch(id: string): Promise<void>
  askToEnd(id: string): Promise<void>
  /** Ends all sessions of a team. */
  askAllToEnd(teamId: string): Promise<void>
  /** Renews the leases of this process. Returns those that it still has, and whether they are to end. */
  renew(ids: readonly string[]): Promise<{ readonly id: string; readonly isEnding: boolean }[]>
  readonly end: EndSession
  /** Ends the sessions of processes that have ended. One whose end cannot be stored is tried again later, and delays no others. */
  endLost(): Promise<boolean>
  /** Deletes sessions that ended a day ago. */
  sweep(): Promise<void>
}

const lostAtOnce = 20
/** Time after which the end of a session is tried again that could not be stored. */
const setAsideSeconds = 300

type StoreDeps = AdmissionDeps & EndDeps & { readonly log: Log }

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
    ...createSessionAdmission(deps),
    ...createReads(deps),
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
