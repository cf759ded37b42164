import { readIdTime } from '#kernel/ids.ts'
import { Id } from '#kernel/uuid.ts'
import type { KeyOfWork } from '#kernel/own-work.ts'
import type { Principal } from '#kernel/principal.ts'
import type { SessionsQuery } from './contract.ts'
import type { Database } from '#storage/database.ts'

/** A browser session, as every process sees it. */
export interface SessionRow {
  readonly id: string
  readonly teamId: string
  readonly principal: Principal
  readonly owner: string
  readonly state: 'active' | 'destroyed' | 'error'
  readonly ttlSeconds: number
  readonly activityTtlSeconds: number
  readonly streamWebView: boolean
  readonly isRecorded: boolean
  /** Whether its memory is limited by watching only. */
  readonly isWatched: boolean
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly lastActivityAt: Date
  readonly renewedAt: Date
  readonly isEnding: boolean
  readonly endedAt: Date | null
  readonly creditsBilled: number | null
  readonly error: string | null
  /** The scrape whose page it shows. */
  readonly scrapeId: string | null
  /** The run of the agent that uses it, and pays for it. */
  readonly runId: string | null
  /** Whether a language model has used it. */
  readonly isPrompted: boolean
  /** Time of the database. */
  readonly now: Date
  /** Whether no process runs it any more. */
  readonly isLost: boolean
}

/** Reads the rows of sessions. Those of runs are found by `ofRun` alone. */
export interface SessionReads {
  find(id: string, teamId: string): Promise<SessionRow | undefined>
  /** The last session of a scrape. */
  findOfScrape(scrapeId: string, teamId: string): Promise<SessionRow | undefined>
  /** Newest first; with the id of a session those behind it. `readable`: only what this key asked for, or what none did. */
  list(teamId: string, part: SessionsQuery, readable?: KeyOfWork): Promise<SessionRow[]>
  /** Ids of the sessions that a run uses. */
  ofRun(runId: string, teamId: string): Promise<string[]>
  /** Whether a session runs, of whatever team. */
  isActive(id: string): Promise<boolean>
  /** The process that runs a session, of whatever team; undefined when it has ended. */
  findOwner(id: string): Promise<string | undefined>
}

const listedMax = 100
/** As `findRequester` finds it in a principal. */
const requester = `coalesce(principal -> 'actsFor', principal)`

/** The columns of a `SessionRow`. */
export const columns = `id, team_id as "teamId", principal, owner, state, ttl_seconds as "ttlSeconds",
  activity_ttl_seconds as "activityTtlSeconds", stream_web_view as "streamWebView", is_recorded as "isRecorded", is_watched as "isWatched",
  created_at as "createdAt", started_at as "startedAt", last_activity_at as "lastActivityAt", renewed_at as "renewedAt",
  scrape_id as "scrapeId", run_id as "runId", is_prompted as "isPrompted", is_ending as "isEnding", ended_at as "endedAt", credits_billed as "creditsBilled", error,
  now() as now, state = 'active' and leased_until < now() as "isLost"`

export function createReads({ database }: { readonly database: Database }): SessionReads {
  return {
    async find(id, teamId) {
      const [row] = await database.query<SessionRow>(
        `select ${columns} from browser_sessions where id = $1 and team_id = $2 and run_id is null`,
        [id, teamId],
      )
      return row
    },
    async findOfScrape(scrapeId, teamId) {
      const [row] = await database.query<SessionRow>(
        `select ${columns} from browser_sessions where scrape_id = $1 and team_id = $2
         order by created_at desc, id desc limit 1`,
        [scrapeId, teamId],
      )
      return row
    },
    list: (teamId, { status, before }, readable) =>
      database.query<SessionRow>(
        `select ${columns} from browser_sessions where team_id = $1 and ($2::text is null or state = $2) and run_id is null
           and ($4::uuid is null or (created_at, id) < (coalesce((select created_at from browser_sessions where id = $4 and team_id = $1), $5::timestamptz), $4))
           and (not $6::boolean or case when ${requester} ->> 'kind' = 'key' then ${requester} ->> 'id' end is not distinct from $7)
         order by created_at desc, id desc limit $3`,
        [
          teamId,
          status ?? null,
          listedMax,
          before ?? null,
          readIdTime(before),
          readable !== undefined,
          readable?.keyId ?? null,
        ],
      ),
    async ofRun(runId, teamId) {
      const rows = await database.query<{ id: string }>(
        `select id from browser_sessions
         where run_id = $1 and team_id = $2 and state = 'active' and started_at is not null and leased_until >= now()
         order by created_at`,
        [runId, teamId],
      )
      return rows.map(({ id }) => id)
    },
    async findOwner(id) {
      if (!Id.safeParse(id).success) return undefined
      const [row] = await database.query<{ owner: string }>(
        `select owner from browser_sessions where id = $1 and state = 'active'`,
        [id],
      )
      return row?.owner
    },
    async isActive(id) {
      const found = await database.query(
        `select from browser_sessions where id = $1 and state = 'active' and leased_until >= now()`,
        [id],
      )
      return found.length > 0
    },
  }
}
