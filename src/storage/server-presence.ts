import { Socket } from 'node:net'
import { Client, type ClientConfig } from 'pg'

/** Held by every process that uses the server, shared; whoever gets it alone is the last. */
const lock = "hashtextextended('weir uses this server', 0)"

const answerMsMax = 5_000

/** A connection held as long as this process uses the server, so that nobody else stops it. */
export interface Presence {
  /** Says that this process is leaving; answers whether no other uses the server. Keeps newcomers waiting if so. */
  leave(): Promise<boolean>
  end(): Promise<void>
}

/** Rejects when the server does not answer, or is about to end. */
export async function beKnown(connection: ClientConfig): Promise<Presence> {
  const socket = new Socket()
  const limits = { connectionTimeoutMillis: answerMsMax, query_timeout: answerMsMax }
  const name = { application_name: 'weir', stream: () => socket }
  const client = new Client({ ...connection, ...limits, ...name })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(`select pg_advisory_lock_shared(${lock})`)
  } catch (thrown) {
    socket.destroy()
    throw thrown
  }
  // Using the database is no reason to stay alive.
  socket.unref()
  return {
    async leave() {
      socket.ref()
      await client.query(`select pg_advisory_unlock_shared(${lock})`)
      const { rows } = await client.query<{ isLast: boolean }>(
        `select pg_try_advisory_lock(${lock}) as "isLast"`,
      )
      return rows[0]?.isLast === true
    },
    end: () => client.end().catch(() => undefined),
  }
}
