import type { ZeroDataRetention } from '#kernel/account.ts'
import { ServiceError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { Sql } from '#storage/database.ts'

export interface Team {
  readonly id: string
  readonly name: string
  readonly plan: string
  readonly zeroDataRetention: ZeroDataRetention
  readonly safeMode: boolean
  readonly allowedAddresses: readonly string[]
  /** Days that results of jobs are stored. */
  readonly resultDays: number
  readonly createdAt: Date
}

interface TeamChanges {
  readonly name?: string | undefined
  readonly plan?: string | undefined
  readonly zeroDataRetention?: ZeroDataRetention | undefined
  readonly safeMode?: boolean | undefined
  /** Addresses and CIDRs from which the keys of the team are accepted; empty allows all. */
  readonly allowedAddresses?: readonly string[] | undefined
  /** 1 to 365. */
  readonly resultDays?: number | undefined
}

/** Management of teams for the operator. Unknown ids and plans fail with `NOT_FOUND`. */
export interface Teams {
  /** The default plan is `self-hosted`. */
  create(team: TeamChanges & { readonly name: string }): Promise<Team>
  list(): Promise<Team[]>
  read(id: string): Promise<Team>
  set(id: string, changes: TeamChanges): Promise<Team>
}

const columns = `id, name, plan, zero_data_retention as "zeroDataRetention",
  safe_mode as "safeMode", allowed_addresses as "allowedAddresses", result_days as "resultDays", created_at as "createdAt"`

export function createTeams({ database }: { readonly database: Sql }): Teams {
  async function requirePlan(plan: string | undefined): Promise<void> {
    if (plan === undefined) return
    const rows = await database.query('select 1 from plans where name = $1', [plan])
    if (rows.length === 0) throw new ServiceError('NOT_FOUND', `There is no plan named ${plan}.`)
  }

  return {
    async create({ name, plan, zeroDataRetention, safeMode = false, allowedAddresses = [] }) {
      await requirePlan(plan)
      const [team] = await database.query<Team>(
        `insert into teams (id, name, plan, zero_data_retention, safe_mode, allowed_addresses)
         values ($1, $2, $3, $4, $5, $6) returning ${columns}`,
        [
          newId(),
          name,
          plan ?? 'self-hosted',
          zeroDataRetention ?? 'off',
          safeMode,
          allowedAddresses,
        ],
      )
      return found(team)
    },
    list: () =>
      database.query<Team>(
        `select ${columns} from teams where deleted_at is null order by created_at, id`,
        [],
      ),
    async read(id) {
      const [team] = await database.query<Team>(
        `select ${columns} from teams where id = $1 and deleted_at is null`,
        [id],
      )
      return found(team)
    },
    async set(id, { name, plan, zeroDataRetention, safeMode, allowedAddresses, resultDays }) {
      await requirePlan(plan)
      const [team] = await database.query<Team>(
        `update teams set plan = coalesce($2, plan),
           zero_data_retention = coalesce($3, zero_data_retention),
           allowed_addresses = coalesce($4, allowed_addresses),
           safe_mode = coalesce($5, safe_mode),
           name = coalesce($6, name),
           result_days = coalesce($7, result_days)
         where id::text = lower($1) and deleted_at is null returning ${columns}`,
        [
          id,
          plan ?? null,
          zeroDataRetention ?? null,
          allowedAddresses ?? null,
          safeMode ?? null,
          name ?? null,
          resultDays ?? null,
        ],
      )
      return found(team)
    },
  }
}

function found(team: Team | undefined): Team {
  if (team) return team
  throw new ServiceError('NOT_FOUND', 'No team has this id. See `weir teams list`.')
}
