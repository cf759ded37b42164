import type { ConsoleSession, Visitor } from '#kernel/console-session.ts'
import { newId } from '#kernel/ids.ts'
import { findKeyId } from '#kernel/principal.ts'
import type { Sql } from '#storage/database.ts'

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
    event: { readonly action: string; readonly subject: string },
  ): Promise<void>
  /** Newest first; with the id of an event those before it. */
  list(
    teamId: string,
    part: { readonly limit: number; readonly before: string | undefined },
  ): Promise<ConsoleEvent[]>
}

const subjectLengthMax = 256

export function createConsoleEvents({ database }: { readonly database: Sql }): ConsoleEvents {
  return {
    async record({ person, account }, { address }, { action, subject }) {
      await database.query(
        `insert into console_events (id, team_id, person_id, key_id, actor, action, subject, address, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, now())`,
        [
          newId(),
          account.teamId,
          person?.id ?? null,
          findKeyId(account.principal),
          person?.name ?? 'Operator key',
          action,
          subject.slice(0, subjectLengthMax),
          address,
        ],
      )
    },
    list: (teamId, { limit, before }) =>
      database.query<ConsoleEvent>(
        `select id, actor, action, subject, address, created_at as "createdAt" from console_events
         where team_id = $1 and ($3::uuid is null or (created_at, id) <
           (select created_at, id from console_events where id = $3 and team_id = $1))
         order by created_at desc, id desc limit $2`,
        [teamId, limit, before ?? null],
      ),
  }
}
