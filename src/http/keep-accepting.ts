import type { FastifyInstance } from 'fastify'
import type { Log } from '#kernel/log.ts'

/**
 * A connection that cannot be accepted, for want of file descriptors, is logged and does not end the process. Failures
 * to listen are left to those who wait for it.
 */
export function keepAccepting(app: FastifyInstance, log: Pick<Log, 'error'>): void {
  app.addHook('onListen', async () => {
    app.server.on('error', (err) => log.error({ err }, 'connection not accepted'))
  })
}
