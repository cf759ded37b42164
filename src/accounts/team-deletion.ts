import { ServiceError } from '#kernel/errors.ts'
import { beforeMs, type Database } from '#storage/database.ts'

/** Deletion of teams. */
export interface TeamDeletion {
  /**
   * Ends the access of a team at once: keys, memberships, invites, sessions and saved requests. Then ends what it runs. Its stored content is deleted
   * when its retention has passed. Fails with `CONFLICT` for the first team and for the one of requests without a key.
   */
  delete(teamId: string): Promise<void>
  /** Ends again what deleted teams run, also after a crash. */
  sweep(): Promise<void>
}

/** Operations that were admitted before the deletion may start work until then. */
const endingMs = 10 * 60_000

export function createTeamDeletion({
  database,
  endWork,
}: {
  readonly database: Database
  /** Ends everything that a team runs. Can be repeated. */
  readonly endWork: (teamId: string) => Promise<void>
}): TeamDeletion {
  return {
    async delete(teamId) {
      await database.transaction(async (sql) => {
        const [team] = await sql.query<{ isKept: boolean }>(
          'select is_first or is_keyless as "isKept" from teams where id = $1 and deleted_at is null for update',
          [teamId],
        )
        if (!team) throw new ServiceError('NOT_FOUND', 'This team is deleted already.')
        if (team.isKept)
          throw new ServiceError(
            'CONFLICT',
            'The service needs this team: its keys open the console, or it serves requests without a key.',
          )
        const only = [teamId]
        await sql.query('update teams set deleted_at = now() where id = $1', only)
        await sql.query(
          'update api_keys set revoked_at = now() where team_id = $1 and revoked_at is null',
          only,
        )
        await sql.query('delete from console_tickets where team_id = $1', only)
        await sql.query('update console_sessions set team_id = null where team_id = $1', only)
        await sql.query('delete from console_links where team_id = $1', only)
        await sql.query('delete from saved_requests where team_id = $1', only)
        await sql.query('delete from memberships where team_id = $1', only)
      })
      await endWork(teamId)
    },
    async sweep() {
      const teams = await database.query<{ id: string; isOver: boolean }>(
        `select id, deleted_at < ${beforeMs('$1')} as "isOver" from teams
         where deleted_at is not null and ended_at is null limit 100`,
        [endingMs],
      )
      for (const { id, isOver } of teams) {
        await endWork(id)
        if (isOver) await database.query('update teams set ended_at = now() where id = $1', [id])
      }
    },
  }
}
