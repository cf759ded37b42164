import { Socket } from 'node:net'
import { Client, type ClientConfig } from 'pg'

/** Every process that uses the server holds it as a shared lock; a process that gets it exclusively is the last. */
const lock = "hashtextextended('weir uses this server', 0)"

const answerMsMax = 5_000

/** A connection that is open while this process uses the server, so that no other process stops it. */
export interface Presence {
  /** Releases the lock. Returns whether no other process uses the server; new processes then wait. */
  leave(): Promise<boolean>
  end(): Promise<void>
}

/** Registers this process as a user of the server. Rejects if the server does not respond or shuts down. */
export async function registerUser(connection: ClientConfig): Promise<Presence> {
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
  // The connection must not keep the process running.
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
