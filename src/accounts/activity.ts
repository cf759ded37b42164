import { findKeyId, findRequester, type Principal } from '#kernel/principal.ts'
import type { SentRequest } from '#kernel/sent-request.ts'
import type { Sql } from '#storage/database.ts'
import type { Seal, SealedJson } from '#storage/seal.ts'

/** An accepted operation; without a target, a message and what was sent under zero data retention. */
export interface ActivityEntry {
  readonly id: string
  readonly teamId: string
  readonly principal: Principal
  readonly endpoint: string
  readonly target: string | null
  readonly succeeded: boolean
  /** Error code of a failure. */
  readonly code?: string | undefined
  readonly message?: string | undefined
  readonly durationMs: number
  /** Charged at once; what the pages of a job cost is in the job. */
  readonly credits: number
  readonly sent?: SentRequest | undefined
}

export interface ActivityRow {
  readonly id: string
  readonly endpoint: string
  readonly target: string | null
  readonly succeeded: boolean
  readonly code: string | null
  readonly message: string | null
  /** Null for operations that ended before it was recorded. */
  readonly durationMs: number | null
  readonly credits: number | null
  /** Name of the API key or of the person. */
  readonly requester: string | null
  readonly createdAt: Date
}

export interface DetailedActivityRow extends ActivityRow {
  readonly sent: SentRequest | null
  /** Of the last 24 hours. */
  readonly isRecent: boolean
}

/** What the column `sealed_target` contains. */
interface Content {
  readonly target: string
  readonly message?: string | undefined
}
type SealedRow = Omit<ActivityRow, 'target' | 'message'> & {
  readonly sealedTarget: SealedJson<Content> | null
}

export interface ActivityQuestion {
  readonly teamId: string
  readonly endpoint: string | undefined
  readonly after: { readonly id: string; readonly createdAt: Date } | undefined
  readonly limit: number
  readonly isFailedOnly?: boolean
  /** Name of the API key or of the person. */
  readonly requester?: string | undefined
  /** Without it the last 24 hours. */
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

/** Operations of teams in the last 7 days. */
export interface Activity {
  /** Does nothing for a recorded id. */
  record(entry: ActivityEntry, within?: Sql): Promise<void>
  /** Newest first, after the position `after`. */
  list(question: ActivityQuestion): Promise<ActivityRow[]>
  /** An operation with the request that was sent; null when that was not kept. */
  detail(id: string, teamId: string): Promise<DetailedActivityRow | undefined>
  /** Number of operations of the last 24 hours, and of those that failed. */
  totals(teamId: string): Promise<{ readonly all: number; readonly failed: number }>
  mostRecentSuccess(teamId: string): Promise<Date | null>
  /** Returns an operation of the last 24 hours of the team, and whether it ran under zero data retention. */
  find(
    id: string,
    teamId: string,
  ): Promise<
    | {
        readonly endpoint: string
        readonly succeeded: boolean
        readonly zeroDataRetention: boolean
        readonly createdAt: Date
      }
    | undefined
  >
  sweep(): Promise<void>
}

const columns = `a.id, endpoint, sealed_target as "sealedTarget", succeeded, error_code as code,
  duration_ms as "durationMs", credits, coalesce(p.name, k.name) as requester, a.created_at as "createdAt"`
const requesters =
  'left join people p on p.id = a.person_id left join api_keys k on k.id = a.key_id'

/** Content is encrypted, because the query of a URL may contain a token. */
export function createActivity({
  database,
  seal,
}: {
  readonly database: Sql
  readonly seal: Seal
}): Activity {
  const toRow = ({ sealedTarget, ...row }: SealedRow): ActivityRow => {
    const content = openSealed(sealedTarget, seal)
    return { ...row, target: content?.target ?? null, message: content?.message ?? null }
  }
  return {
    ...reads(database),
    record: createRecord(database, seal),
    async list({ teamId, endpoint, after, limit, isFailedOnly = false, ...others }) {
      const { requester, from, to } = others
      const rows = await database.query<SealedRow>(
        `select ${columns} from activity a ${requesters}
         where a.team_id = $1 and a.created_at > coalesce($7::timestamptz, now() - interval '24 hours')
           and a.created_at < coalesce($8::timestamptz, 'infinity')
           and ($2::text is null or endpoint = $2) and not ($6 and succeeded)
           and ($9::text is null or coalesce(p.name, k.name) = $9)
           and ($3::timestamptz is null or (a.created_at, a.id) < ($3, $4::uuid))
         order by a.created_at desc, a.id desc limit $5`,
        [
          teamId,
          endpoint ?? null,
          after?.createdAt ?? null,
          after?.id ?? null,
          limit,
          isFailedOnly,
          from ?? null,
          to ?? null,
          requester ?? null,
        ],
      )
      return rows.map(toRow)
    },
    async detail(id, teamId) {
      const [row] = await database.query<
        SealedRow & {
          readonly sealedDetails: SealedJson<SentRequest> | null
          readonly isRecent: boolean
        }
      >(
        `select ${columns}, sealed_details as "sealedDetails", a.created_at > now() - interval '24 hours' as "isRecent" from activity a ${requesters}
         where a.id = $1 and a.team_id = $2`,
        [id, teamId],
      )
      if (!row) return undefined
      const { sealedDetails, isRecent, ...rest } = row
      return { ...toRow(rest), isRecent, sent: openSealed(sealedDetails, seal) }
    },
    async sweep() {
      await database.query(`delete from activity where created_at <= now() - interval '7 days'`, [])
    },
  }
}

const createRecord =
  (database: Sql, seal: Seal): Activity['record'] =>
  async (entry, within = database) => {
    const { id, teamId, principal, endpoint, target, message, succeeded, sent } = entry
    const requester = findRequester(principal)
    await within.query(
      `insert into activity (id, team_id, key_id, person_id, endpoint, sealed_target, succeeded, error_code,
         duration_ms, credits, sealed_details, created_at)
       values ($1, $2, $3, (select person_id from console_sessions where id = $4), $5, $6, $7, $8, $9, $10, $11,
         date_trunc('milliseconds', now()))
       on conflict do nothing`,
      [
        id,
        teamId,
        findKeyId(principal),
        requester?.kind === 'session' ? requester.id : null,
        endpoint,
        target && seal.seal<Content>({ target, message }),
        succeeded,
        entry.code ?? null,
        entry.durationMs,
        entry.credits,
        sent ? seal.seal(sent) : null,
      ],
    )
  }

const reads = (database: Sql): Pick<Activity, 'totals' | 'find' | 'mostRecentSuccess'> => ({
  async totals(teamId) {
    const [row] = await database.query<{ all: number; failed: number }>(
      `select count(*)::int as "all", (count(*) filter (where not succeeded))::int as failed from activity
       where team_id = $1 and created_at > now() - interval '24 hours'`,
      [teamId],
    )
    return row ?? { all: 0, failed: 0 }
  },
  async find(id, teamId) {
    const [row] = await database.query<{
      endpoint: string
      succeeded: boolean
      zeroDataRetention: boolean
      createdAt: Date
    }>(
      `select endpoint, succeeded, sealed_target is null as "zeroDataRetention", created_at as "createdAt"
       from activity where id = $1 and team_id = $2 and created_at > now() - interval '24 hours'`,
      [id, teamId],
    )
    return row
  },
  async mostRecentSuccess(teamId) {
    const [row] = await database.query<{ at: Date | null }>(
      'select max(created_at) as at from activity where team_id = $1 and succeeded',
      [teamId],
    )
    return row?.at ?? null
  },
})

/** Null for what was encrypted with another secret. */
function openSealed<Value extends object>(
  sealed: SealedJson<Value> | null,
  seal: Seal,
): Value | null {
  try {
    return sealed && seal.open(sealed)
  } catch {
    return null
  }
}
