import type { Database } from '#storage/database.ts'

/** A process that runs browser sessions, and the URL at which the other processes reach it. */
export interface Host {
  readonly id: string
  readonly url: string
}

/** The processes that run browser sessions. */
export interface Hosts {
  /** Registers this process with the number of sessions that it can still start. Call it every few seconds. */
  heartbeat(free: number): Promise<void>
  /** Removes this process. */
  leave(): Promise<void>
  find(id: string): Promise<Host | undefined>
  /** Other processes that can start a session, those with most capacity first. */
  withCapacity(): Promise<Host[]>
}

const deadSeconds = 15
const listedMax = 3

export function createHosts({
  database,
  own,
}: {
  readonly database: Database
  /** This process; its URL is undefined if the others cannot reach it. */
  readonly own: { readonly id: string; readonly url: string | undefined }
}): Hosts {
  const isAlive = 'seen_at > now() - make_interval(secs => $2)'
  return {
    async heartbeat(free) {
      if (own.url === undefined) return
      await database.query(
        `insert into browser_hosts (id, url, free) values ($1, $2, $3)
         on conflict (id) do update set free = excluded.free, seen_at = now()`,
        [own.id, own.url, free],
      )
      await database.query(
        'delete from browser_hosts where seen_at < now() - make_interval(secs => $1)',
        [deadSeconds],
      )
    },
    async leave() {
      if (own.url === undefined) return
      await database.query('delete from browser_hosts where id = $1', [own.id])
    },
    async find(id) {
      const [host] = await database.query<Host>(
        `select id, url from browser_hosts where id = $1 and ${isAlive}`,
        [id, deadSeconds],
      )
      return host
    },
    withCapacity: () =>
      database.query<Host>(
        `select id, url from browser_hosts where id <> $1 and free > 0 and ${isAlive}
         order by free desc, id limit $3`,
        [own.id, deadSeconds, listedMax],
      ),
  }
}
