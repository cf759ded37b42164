import type { TeamRole } from '#kernel/console-session.ts'
import { ServiceError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { afterMs, type Sql } from '#storage/database.ts'
import { hashOfToken, newToken } from './tokens.ts'

interface NewInvite {
  readonly teamId: string
  readonly role: TeamRole
  /** Only this address may use the invite; null for any. */
  readonly email: string | null
  /** Name of the person who made it. */
  readonly createdBy: string
}

export interface Invite extends NewInvite {
  readonly id: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

export type ConsoleLink =
  | (Invite & { readonly kind: 'invite'; readonly teamName: string })
  | {
      readonly kind: 'reset'
      readonly id: string
      readonly personId: string
      readonly email: string
    }

interface CreatedLink {
  readonly id: string
  /** Returned only here; it is stored as a hash. */
  readonly token: string
  readonly expiresAt: Date
}

/** Links with which a person joins a team (72 hours) or chooses a new password (1 hour). Each can be used once. */
export interface ConsoleLinks {
  invite(invite: NewInvite): Promise<CreatedLink>
  reset(personId: string, createdBy: string): Promise<CreatedLink>
  /** Fails with `NOT_FOUND` for unknown, used and expired links. */
  read(token: string): Promise<ConsoleLink>
  /** Marks the link as used, within the transaction of its effect. Fails with `NOT_FOUND` if it was used before. */
  use(id: string, within: Sql): Promise<void>
  openInvites(teamId: string): Promise<Invite[]>
  /** Returns false if the team has no such open invite. */
  withdraw(teamId: string, id: string): Promise<boolean>
  sweep(): Promise<void>
}

const hourMs = 3_600_000
const lifetimesMs = { invite: 72 * hourMs, reset: hourMs }
const listedMax = 500
const inviteColumns = `l.id, l.team_id as "teamId", l.role, l.email, l.created_by as "createdBy",
  l.created_at as "createdAt", l.expires_at as "expiresAt"`

interface LinkParts {
  readonly database: Sql
}

export function createConsoleLinks({ database }: LinkParts): ConsoleLinks {
  async function create(
    kind: 'invite' | 'reset',
    values: Partial<NewInvite> & { readonly createdBy: string; readonly personId?: string },
  ): Promise<CreatedLink> {
    const [id, token] = [newId(), newToken()]
    const { teamId = null, role = null, email = null, personId = null, createdBy } = values
    const [link] = await database.query<{ expiresAt: Date }>(
      `insert into console_links (id, token_hash, kind, team_id, role, email, person_id, created_by,
         created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, now(), ${afterMs('$9')}) returning expires_at as "expiresAt"`,
      [
        id,
        hashOfToken(token),
        kind,
        teamId,
        role,
        email?.toLowerCase() ?? null,
        personId,
        createdBy,
        lifetimesMs[kind],
      ],
    )
    if (!link) throw new Error('The link was not stored.')
    return { id, token, ...link }
  }

  return {
    ...reading({ database }),
    invite: (invite) => create('invite', invite),
    reset: (personId, createdBy) => create('reset', { personId, createdBy }),
    async use(id, sql) {
      const rows = await sql.query(
        `update console_links set used_at = now()
         where id = $1 and used_at is null and expires_at > now() returning id`,
        [id],
      )
      if (rows.length === 0) throw unknownLink()
    },
    async withdraw(teamId, id) {
      const rows = await database.query(
        `delete from console_links where team_id = $1 and id = $2 and kind = 'invite'
           and used_at is null returning id`,
        [teamId, id],
      )
      return rows.length > 0
    },
    async sweep() {
      await database.query(`delete from console_links where expires_at < now()`, [])
    },
  }
}

function reading({
  database,
}: Pick<LinkParts, 'database'>): Pick<ConsoleLinks, 'read' | 'openInvites'> {
  return {
    async read(token) {
      const [link] = await database.query<ConsoleLink>(
        `select l.kind, ${inviteColumns}, l.person_id as "personId", t.name as "teamName",
           coalesce(l.email, p.email) as email
         from console_links l left join teams t on t.id = l.team_id left join people p on p.id = l.person_id
         where l.token_hash = $1 and l.used_at is null and l.expires_at > now() and p.disabled_at is null`,
        [hashOfToken(token)],
      )
      if (!link) throw unknownLink()
      return link
    },
    openInvites: (teamId) =>
      database.query<Invite>(
        `select ${inviteColumns} from console_links l
         where l.team_id = $1 and l.kind = 'invite' and l.used_at is null and l.expires_at > now()
         order by l.created_at desc, l.id limit ${listedMax}`,
        [teamId],
      ),
  }
}

const unknownLink = () =>
  new ServiceError('NOT_FOUND', 'This link was used already or has expired. Ask for a new one.')
