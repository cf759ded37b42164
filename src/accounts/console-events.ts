import type { ConsoleSession, Visitor } from '#kernel/console-session.ts'
import { newId } from '#kernel/ids.ts'
import { findKeyId } from '#kernel/principal.ts'
import type { Sql } from '#storage/database.ts'

interface RecordedAction {
  readonly action: string
  readonly subject: string
}

export interface ConsoleEvent {
  readonly id: string
  /** Name of the person. */
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly address: string
  readonly createdAt: Date
}

/** The record of what people did in the console. Entries are only added. */
export interface ConsoleEvents {
  record(
    session: Pick<ConsoleSession, 'person' | 'account'>,
    visitor: Pick<Visitor, 'address'>,
    event: RecordedAction,
  ): Promise<void>
  /** What a program of the operator did, at the request of an address; without a team, it concerns all. */
  recordOperator(
    address: string,
    event: RecordedAction & { readonly teamId: string | null },
  ): Promise<void>
  /** Newest first; with the id of an event those before it. */
  list(teamId: string, part: Part): Promise<ConsoleEvent[]>
  /** The same of all teams, and of none. */
  listAll(part: Part): Promise<(ConsoleEvent & { readonly teamId: string | null })[]>
}

interface Part {
  readonly limit: number
  readonly before?: string | undefined
}

interface Row extends RecordedAction {
  readonly teamId: string | null
  readonly personId?: string | undefined
  readonly keyId?: string | null
  readonly actor: string
  readonly address: string
}

const subjectLengthMax = 256

const columns = 'id, actor, action, subject, address, created_at as "createdAt"'

export function createConsoleEvents({ database }: { readonly database: Sql }): ConsoleEvents {
  async function add({ teamId, personId, keyId, actor, action, subject, address }: Row) {
    await database.query(
      `insert into console_events (id, team_id, person_id, key_id, actor, action, subject, address, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, now())`,
      [
        newId(),
        teamId,
        personId ?? null,
        keyId ?? null,
        actor,
        action,
        subject.slice(0, subjectLengthMax),
        address,
      ],
    )
  }

  return {
    record: ({ person, account }, { address }, event) =>
      add({
        ...event,
        teamId: account.teamId,
        personId: person?.id,
        keyId: findKeyId(account.principal),
        actor: person?.name ?? 'Operator key',
        address,
      }),
    recordOperator: (address, event) => add({ ...event, actor: 'Admin key', address }),
    list: (teamId, { limit, before }) =>
      database.query<ConsoleEvent>(
        `select ${columns} from console_events
         where team_id = $1 and ($3::uuid is null or (created_at, id) <
           (select created_at, id from console_events where id = $3 and team_id = $1))
         order by created_at desc, id desc limit $2`,
        [teamId, limit, before ?? null],
      ),
    listAll: ({ limit, before }) =>
      database.query(
        `select ${columns}, team_id as "teamId" from console_events
         where $2::uuid is null or (created_at, id) < (select created_at, id from console_events where id = $2)
         order by created_at desc, id desc limit $1`,
        [limit, before ?? null],
      ),
  }
}
