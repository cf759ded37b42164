import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Log } from '#kernel/log.ts'
import { refuseGarbage } from './garbage.ts'
import { guarded } from './guarded.ts'
import { keepAccepting } from './keep-accepting.ts'
import type { Metrics } from './metrics.ts'

const requestMsMax = 10_000

/** `/metrics` on a port of its own, so that callers of the API cannot read it. */
export function createMetricsServer(metrics: Metrics, log: Log): FastifyInstance {
  const app = Fastify({
    requestTimeout: requestMsMax,
    forceCloseConnections: true,
    clientErrorHandler: guarded(log, (error: Error, socket: Socket) =>
      refuseGarbage(error, socket),
    ),
    http: { headersTimeout: requestMsMax, connectionsCheckingInterval: requestMsMax },
  })
  keepAccepting(app, log)
  mountMetrics(app, metrics)
  return app
}

/** Serves the figures in the text format of Prometheus. */
export function mountMetrics(app: FastifyInstance, metrics: Metrics): void {
  app.get('/metrics', { config: { isOperational: true } }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.print()),
  )
}
