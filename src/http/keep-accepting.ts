import type { Server } from 'node:http'
import type { Log } from '#kernel/log.ts'

/**
 * A connection that cannot be accepted, for want of file descriptors, is logged and does not end the process. Failures
 * to listen are left to those who wait for it.
 */
export function keepAccepting(server: Server, log: Pick<Log, 'error'>): void {
  server.once('listening', () => {
    server.on('error', (err) => log.error({ err }, 'connection not accepted'))
  })
}
