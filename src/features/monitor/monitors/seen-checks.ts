import type { Sql } from '#storage/database.ts'

/** A monitor that has checks with changes which a person has not seen. */
export interface Unseen {
  readonly monitorId: string
  readonly checks: number
}

interface Place {
  readonly personId: string
  readonly teamId: string
  readonly monitorId: string
  readonly checkId: string
}

/** Which checks each person has seen. */
export interface SeenChecks {
  /** Of the monitors of a team that are not deleted. */
  unseen(personId: string, teamId: string): Promise<Unseen[]>
  /** The check and those before it count as seen, or it and those after it as unseen. Returns false for an unknown check. */
  mark(place: Place, isSeen: boolean): Promise<boolean>
}

export function createSeenChecks({ database }: { readonly database: Sql }): SeenChecks {
  return {
    unseen: (personId, teamId) =>
      database.query<Unseen>(
        `select m.id as "monitorId", count(*)::integer as checks
         from monitors m
         left join monitor_seen s on s.monitor_id = m.id and s.person_id = $1
         join monitor_checks c on c.monitor_id = m.id and c.created_at > coalesce(s.seen_at, '-infinity')
         where m.team_id = $2 and m.deleted_at is null
           and (c.summary->>'changed')::integer + (c.summary->>'new')::integer
             + (c.summary->>'removed')::integer > 0
         group by m.id`,
        [personId, teamId],
      ),
    async mark({ personId, teamId, monitorId, checkId }, isSeen) {
      const rows = await database.query(
        `insert into monitor_seen (person_id, monitor_id, seen_at)
         select $1, monitor_id, case when $5 then created_at else created_at - interval '1 microsecond' end
         from monitor_checks where id = $2 and monitor_id = $3 and team_id = $4
         on conflict (person_id, monitor_id) do update set seen_at =
           case when $5 then greatest(monitor_seen.seen_at, excluded.seen_at)
             else least(monitor_seen.seen_at, excluded.seen_at) end
         returning monitor_id`,
        [personId, checkId, monitorId, teamId, isSeen],
      )
      return rows.length > 0
    },
  }
}
