import type { Server } from 'node:net'
import type { Log } from '#kernel/log.ts'

/**
 * Logs connections that cannot be accepted, for example without free file descriptors, instead of ending the process. Errors of
 * `listen` are left to its caller.
 */
export function keepAccepting(server: Server, log: Pick<Log, 'error'>): void {
  server.once('listening', () => {
    server.on('error', (err) => log.error({ err }, 'connection not accepted'))
  })
}
