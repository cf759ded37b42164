import type { Person, TeamRole } from '#kernel/console-session.ts'
import { ServiceError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { Database, Sql } from '#storage/database.ts'

export interface NewPerson {
  readonly email: string
  readonly name: string
  readonly passwordHash: string
}

export interface Member extends Person {
  /** Null for an operator who is not a member of the team. */
  readonly role: TeamRole | null
  readonly createdAt: Date
  readonly disabledAt: Date | null
  readonly lastSeenAt: Date | null
}

/** People and their roles in teams. E-mail addresses are compared without regard to case. */
export interface People {
  hasAny(): Promise<boolean>
  /** Creates the first person, an operator and admin of the first team. Fails with `CONFLICT` if there is one. */
  createFirst(person: NewPerson): Promise<Person>
  /** Fails with `CONFLICT` if the e-mail address is taken. */
  create(person: NewPerson, within: Sql): Promise<Person>
  /** With the hash of the password; undefined for unknown and disabled people. */
  byEmail(email: string, within?: Sql): Promise<(Person & { passwordHash: string }) | undefined>
  byId(id: string): Promise<(Person & { passwordHash: string }) | undefined>
  /** Also raises or lowers the role of a member. */
  join(
    membership: { teamId: string; personId: string; role: TeamRole },
    within?: Sql,
  ): Promise<void>
  /** Also raises or lowers the role. */
  joinFirstTeam(membership: { personId: string; role: TeamRole }, within: Sql): Promise<void>
  /** Removes a membership. Returns false if there is none. */
  leave(membership: { teamId: string; personId: string }): Promise<boolean>
  listMembers(teamId: string): Promise<Member[]>
  all(): Promise<Member[]>
  rename(personId: string, name: string): Promise<void>
  setPassword(personId: string, passwordHash: string, within?: Sql): Promise<void>
  /** Ends all sessions of the person. Fails with `NOT_FOUND`. */
  disable(personId: string): Promise<void>
}

const columns = `p.id, p.email, p.name, p.is_operator as "isOperator"`
const details = `p.created_at as "createdAt", p.disabled_at as "disabledAt",
  (select max(s.seen_at) from console_sessions s where s.person_id = p.id) as "lastSeenAt"`
const listedMax = 1_000

interface PeopleParts {
  readonly database: Database
}

export function createPeople({ database }: PeopleParts): People {
  async function join(
    { teamId, personId, role }: { teamId: string; personId: string; role: TeamRole },
    sql: Sql = database,
  ): Promise<void> {
    await sql.query(
      `insert into memberships (team_id, person_id, role, created_at) values ($1, $2, $3, now())
       on conflict (team_id, person_id) do update set role = excluded.role`,
      [teamId, personId, role],
    )
  }

  const joinFirstTeam: People['joinFirstTeam'] = async (membership, sql) => {
    const [team] = await sql.query<{ id: string }>('select id from teams where is_first', [])
    if (team) await join({ teamId: team.id, ...membership }, sql)
  }

  return {
    ...reading(database),
    create,
    join,
    joinFirstTeam,
    createFirst: (person) =>
      database.transaction(async (sql) => {
        await sql.query(`select pg_advisory_xact_lock(hashtextextended('first person', 0))`, [])
        const people = await sql.query('select 1 from people limit 1', [])
        if (people.length > 0) throw new ServiceError('CONFLICT', 'This service is already set up.')
        const first = await create({ ...person, isOperator: true }, sql)
        await joinFirstTeam({ personId: first.id, role: 'admin' }, sql)
        return first
      }),
    async leave({ teamId, personId }) {
      const rows = await database.query(
        'delete from memberships where team_id = $1 and person_id = $2 returning person_id',
        [teamId, personId],
      )
      return rows.length > 0
    },
    async rename(personId, name) {
      await database.query('update people set name = $2 where id = $1', [personId, name])
    },
    async setPassword(personId, passwordHash, sql = database) {
      await sql.query('update people set password_hash = $2 where id = $1', [
        personId,
        passwordHash,
      ])
    },
    async disable(personId) {
      const rows = await database.query(
        `with ended as (delete from console_sessions where person_id = $1)
         update people set disabled_at = coalesce(disabled_at, now()) where id = $1 returning id`,
        [personId],
      )
      if (rows.length === 0) throw new ServiceError('NOT_FOUND', 'There is no such person.')
    },
  }
}

async function create(person: NewPerson & { isOperator?: boolean }, sql: Sql): Promise<Person> {
  const { name, passwordHash, isOperator = false } = person
  const email = person.email.toLowerCase()
  const id = newId()
  const rows = await sql.query(
    `insert into people (id, email, name, password_hash, is_operator, created_at)
     values ($1, $2, $3, $4, $5, now()) on conflict do nothing returning id`,
    [id, email, name, passwordHash, isOperator],
  )
  if (rows.length > 0) return { id, email, name, isOperator }
  throw new ServiceError('CONFLICT', 'There is already a person with this e-mail address.')
}

function reading(
  database: Database,
): Pick<People, 'hasAny' | 'byEmail' | 'byId' | 'listMembers' | 'all'> {
  type Row = Person & { passwordHash: string }
  const active = `select ${columns}, p.password_hash as "passwordHash" from people p where p.disabled_at is null`
  return {
    async hasAny() {
      const rows = await database.query('select 1 from people limit 1', [])
      return rows.length > 0
    },
    async byEmail(email, sql = database) {
      const [row] = await sql.query<Row>(`${active} and p.email = $1`, [email.toLowerCase()])
      return row
    },
    async byId(id) {
      const [row] = await database.query<Row>(`${active} and p.id = $1`, [id])
      return row
    },
    listMembers: (teamId) =>
      database.query<Member>(
        `select ${columns}, m.role, ${details}
         from memberships m join people p on p.id = m.person_id
         where m.team_id = $1 and p.disabled_at is null order by p.created_at, p.id limit ${listedMax}`,
        [teamId],
      ),
    all: () =>
      database.query<Member>(
        `select ${columns}, null as role, ${details} from people p order by p.created_at, p.id
         limit ${listedMax}`,
        [],
      ),
  }
}
