import { findKeyId, type Principal } from '#kernel/principal.ts'
import type { Sql } from '#storage/database.ts'
import type { Seal, SealedJson } from '#storage/seal.ts'

/** An accepted operation; without a target under zero data retention. */
export interface ActivityEntry {
  readonly id: string
  readonly teamId: string
  readonly principal: Principal
  readonly endpoint: string
  readonly target: string | null
  readonly succeeded: boolean
}

interface ActivityRow {
  readonly id: string
  readonly endpoint: string
  readonly target: string | null
  readonly succeeded: boolean
  readonly createdAt: Date
}

type SealedRow = Omit<ActivityRow, 'target'> & { readonly sealedTarget: string | null }

/** Operations of teams in the last 24 hours. */
export interface Activity {
  /** Does nothing for a recorded id. */
  record(entry: ActivityEntry, within?: Sql): Promise<void>
  /** Newest first, after the position `after`. */
  list(question: {
    readonly teamId: string
    readonly endpoint: string | undefined
    readonly after: { readonly id: string; readonly createdAt: Date } | undefined
    readonly limit: number
  }): Promise<ActivityRow[]>
  /** Number of operations, and of those that failed. */
  totals(teamId: string): Promise<{ readonly all: number; readonly failed: number }>
  mostRecentSuccess(teamId: string): Promise<Date | null>
  /** Returns an operation of the team, and whether it ran under zero data retention. */
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

/** Targets are encrypted, because the query of a URL may contain a token. */
export function createActivity({
  database,
  seal,
}: {
  readonly database: Sql
  readonly seal: Seal
}): Activity {
  return {
    async record({ id, teamId, principal, endpoint, target, succeeded }, within = database) {
      await within.query(
        `insert into activity (id, team_id, key_id, endpoint, sealed_target, succeeded, created_at)
         values ($1, $2, $3, $4, $5, $6, date_trunc('milliseconds', now())) on conflict do nothing`,
        [id, teamId, findKeyId(principal), endpoint, target && seal.seal({ target }), succeeded],
      )
    },
    async list({ teamId, endpoint, after, limit }) {
      const rows = await database.query<SealedRow>(
        `select id, endpoint, sealed_target as "sealedTarget", succeeded, created_at as "createdAt" from activity
         where team_id = $1 and created_at > now() - interval '24 hours'
           and ($2::text is null or endpoint = $2)
           and ($3::timestamptz is null or (created_at, id) < ($3, $4::uuid))
         order by created_at desc, id desc limit $5`,
        [teamId, endpoint ?? null, after?.createdAt ?? null, after?.id ?? null, limit],
      )
      return rows.map(({ sealedTarget, ...row }) => ({
        ...row,
        target: sealedTarget && openTarget(sealedTarget, seal),
      }))
    },
    ...totals(database),
    async find(id, teamId) {
      const [row] = await database.query<{
        endpoint: string
        succeeded: boolean
        zeroDataRetention: boolean
        createdAt: Date
      }>(
        `select endpoint, succeeded, sealed_target is null as "zeroDataRetention", created_at as "createdAt"
         from activity where id = $1 and team_id = $2`,
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
    async sweep() {
      await database.query(
        `delete from activity where created_at <= now() - interval '24 hours'`,
        [],
      )
    },
  }
}

const totals = (database: Sql): Pick<Activity, 'totals'> => ({
  async totals(teamId) {
    const [row] = await database.query<{ all: number; failed: number }>(
      `select count(*)::int as "all", (count(*) filter (where not succeeded))::int as failed from activity
       where team_id = $1 and created_at > now() - interval '24 hours'`,
      [teamId],
    )
    return row ?? { all: 0, failed: 0 }
  },
})

/** Null for a target that was encrypted with another secret. */
function openTarget(sealed: SealedJson<{ readonly target: string }>, seal: Seal): string | null {
  try {
    return seal.open(sealed).target
  } catch {
    return null
  }
}
