import type { Account } from '#kernel/account.ts'
import type { ConsoleSession, Person, Role, TeamRole, Visitor } from '#kernel/console-session.ts'
import { ServiceError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { afterMs, asyncCommit, beforeMs, type Sql } from '#storage/database.ts'
import { hashOfToken, newToken } from './tokens.ts'

/** Who signs in: a person, or the holder of an access key of the first team. */
type SignedIn = { readonly personId: string } | { readonly keyId: string }

export interface ConsoleSessionRow {
  readonly id: string
  readonly address: string
  readonly agent: string
  readonly createdAt: Date
  readonly seenAt: Date
}

interface MemberTeam {
  readonly id: string
  readonly name: string
  readonly role: Role
}

/** Sessions of the console. A session ends after 14 days, of an operator also after a day without a request. */
export interface ConsoleSessions {
  start(who: SignedIn, visitor: Visitor): Promise<{ token: string; expiresAt: Date }>
  /** Whether a key may open the console: one of the first team, without restrictions. */
  isOperatorKey(keyId: string): Promise<boolean>
  /** In the team of that id, or in the team that was used last. Fails with `UNAUTHORIZED` and `FORBIDDEN`. */
  authenticate(token: string, teamId: string | undefined): Promise<ConsoleSession>
  /** As `authenticate`, for a session that is known. */
  byId(id: string, teamId: string): Promise<ConsoleSession>
  /** Records that the password was entered again. */
  confirm(id: string): Promise<void>
  listTeams(session: ConsoleSession): Promise<MemberTeam[]>
  list(personId: string): Promise<ConsoleSessionRow[]>
  /** Returns false if the person has no such session. */
  end(personId: string | null, id: string): Promise<boolean>
  endAll(personId: string, within?: Sql): Promise<void>
  /** All but this one. */
  endOthers(personId: string, id: string): Promise<void>
  sweep(): Promise<void>
}

const hourMs = 3_600_000
const lifetimeMs = 14 * 24 * hourMs
const keyLifetimeMs = hourMs
const operatorIdleMs = 24 * hourMs
const seenEveryMs = 60_000
const teamsMax = 1_000

interface SessionRow {
  readonly id: string
  readonly personId: string | null
  readonly keyId: string | null
  readonly lastTeamId: string | null
  /** Its last request was recorded less than a minute ago. */
  readonly wasSeen: boolean
  readonly confirmedMsAgo: number
  readonly email: string | null
  readonly name: string | null
  readonly isOperator: boolean
}

type TeamRow = Account & {
  readonly role: TeamRole | null
  readonly teamName: string
  readonly bannedReason: string | null
}

const openSessions = `
  select s.id, s.person_id as "personId", s.key_id as "keyId", s.team_id as "lastTeamId",
    s.seen_at > ${beforeMs('$3')} as "wasSeen", p.email, p.name,
    extract(epoch from now() - s.confirmed_at)::float8 * 1000 as "confirmedMsAgo",
    coalesce(p.is_operator, true) as "isOperator"
  from console_sessions s left join people p on p.id = s.person_id left join api_keys k on k.id = s.key_id
  where s.expires_at > now() and p.disabled_at is null and k.revoked_at is null
    and (p.is_operator is not true or s.seen_at > ${beforeMs('$2')}) and`

const teamOfSession = `
  select t.id as "teamId", t.name as "teamName", t.zero_data_retention as "zeroDataRetention",
    t.safe_mode as "safeMode", t.allowed_addresses as "allowedAddresses", '{}'::text[] as "allowedEndpoints",
    '{}'::text[] as "allowedFormats", t.banned_reason as "bannedReason", m.role,
    json_build_object('name', p.name, 'requestsPerMinute', p.requests_per_minute,
      'concurrencyMax', p.concurrency_max, 'queuedJobsMax', p.queued_jobs_max,
      'creditsPerPeriod', p.credits_per_period) as plan
  from teams t join plans p on p.name = t.plan
    left join memberships m on m.team_id = t.id and m.person_id = $1
  where t.deleted_at is null and (m.person_id is not null or $2) and ($3::text is null or t.id::text = lower($3))
  order by (t.id = $4) desc nulls last, t.is_first desc, t.created_at limit 1`

interface SessionParts {
  readonly database: Sql
}

export function createConsoleSessions({ database }: SessionParts): ConsoleSessions {
  async function find(column: 'id' | 'token_hash', value: string | Buffer): Promise<SessionRow> {
    const [row] = await database.query<SessionRow>(`${openSessions} s.${column} = $1`, [
      value,
      operatorIdleMs,
      seenEveryMs,
    ])
    if (!row) throw new ServiceError('UNAUTHORIZED', 'Your session has ended. Sign in again.')
    return row
  }

  async function enter(row: SessionRow, teamId: string | undefined): Promise<ConsoleSession> {
    const { personId, isOperator, lastTeamId } = row
    const values = [personId, isOperator, teamId ?? null, lastTeamId]
    const [team] = await database.query<TeamRow>(teamOfSession, values)
    if (!team) throw new ServiceError('FORBIDDEN', 'You are not a member of this team.')
    await touch(row, team.teamId)
    return toSession(row, team)
  }

  /** Records the request and its team, at most once a minute. */
  async function touch({ id, wasSeen, lastTeamId }: SessionRow, teamId: string): Promise<void> {
    if (wasSeen && lastTeamId === teamId) return
    await database.query(
      `update console_sessions set seen_at = now(), team_id = $2 where id = $1 returning ${asyncCommit}`,
      [id, teamId],
    )
  }

  return {
    ...managing({ database }),
    async start(who, { address, agent }) {
      const token = newToken()
      const [personId, keyId] = 'personId' in who ? [who.personId, null] : [null, who.keyId]
      const lastsMs = keyId ? keyLifetimeMs : lifetimeMs
      const [session] = await database.query<{ expiresAt: Date }>(
        `insert into console_sessions (id, token_hash, person_id, key_id, address, agent, created_at,
           seen_at, confirmed_at, expires_at)
         values ($1, $2, $3, $4, $5, $6, now(), now(), now(), ${afterMs('$7')})
         returning expires_at as "expiresAt"`,
        [newId(), hashOfToken(token), personId, keyId, address, agent, lastsMs],
      )
      if (!session) throw new Error('The session was not stored.')
      return { token, ...session }
    },
    authenticate: async (token, teamId) =>
      enter(await find('token_hash', hashOfToken(token)), teamId),
    byId: async (id, teamId) => enter(await find('id', id), teamId),
    async listTeams({ person }) {
      const isOperator = person?.isOperator ?? true
      return database.query<MemberTeam>(
        `select t.id, t.name, case when $2 then 'operator' else m.role end as role
         from teams t left join memberships m on m.team_id = t.id and m.person_id = $1
         where t.deleted_at is null and (m.person_id is not null or $2) order by t.created_at, t.id limit ${teamsMax}`,
        [person?.id ?? null, isOperator],
      )
    },
  }
}

type Managing = Pick<
  ConsoleSessions,
  'isOperatorKey' | 'confirm' | 'list' | 'end' | 'endAll' | 'endOthers' | 'sweep'
>

function managing({ database }: SessionParts): Managing {
  return {
    async isOperatorKey(keyId) {
      const rows = await database.query(
        `select 1 from api_keys k join teams t on t.id = k.team_id
         where k.id = $1 and t.is_first and k.allowed_endpoints = '{}' and k.allowed_formats = '{}' and k.allowed_hosts = '{}'`,
        [keyId],
      )
      return rows.length > 0
    },
    async confirm(id) {
      await database.query('update console_sessions set confirmed_at = now() where id = $1', [id])
    },
    list: (personId) =>
      database.query<ConsoleSessionRow>(
        `select id, address, agent, created_at as "createdAt", seen_at as "seenAt"
         from console_sessions where person_id = $1 and expires_at > now() order by seen_at desc limit 100`,
        [personId],
      ),
    async end(personId, id) {
      const rows = await database.query(
        `delete from console_sessions where id::text = lower($1) and person_id is not distinct from $2
         returning id`,
        [id, personId],
      )
      return rows.length > 0
    },
    async endAll(personId, sql = database) {
      await sql.query('delete from console_sessions where person_id = $1', [personId])
    },
    async endOthers(personId, id) {
      await database.query('delete from console_sessions where person_id = $1 and id <> $2', [
        personId,
        id,
      ])
    },
    async sweep() {
      await database.query('delete from console_sessions where expires_at <= now()', [])
    },
  }
}

function toSession(row: SessionRow, team: TeamRow): ConsoleSession {
  const { role, teamName, bannedReason, ...account } = team
  if (bannedReason !== null)
    throw new ServiceError('FORBIDDEN', `This team is banned. ${bannedReason}`)
  const { id, keyId, confirmedMsAgo } = row
  const principal = keyId
    ? ({ kind: 'key', id: keyId } as const)
    : ({ kind: 'session', id } as const)
  const ownRole = row.isOperator ? 'operator' : (role ?? 'viewer')
  return {
    id,
    person: toPerson(row),
    role: ownRole,
    teamName,
    confirmedMsAgo,
    account: { ...account, principal, isViewer: ownRole === 'viewer' },
  }
}

function toPerson({ personId, email, name, isOperator }: SessionRow): Person | null {
  if (personId === null || email === null || name === null) return null
  return { id: personId, email, name, isOperator }
}
