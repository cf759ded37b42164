import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Log } from '#kernel/log.ts'
import { refuseMalformedRequest } from './malformed-request.ts'
import { guarded } from './guarded.ts'
import { keepAccepting } from './keep-accepting.ts'
import { metricsEndpoint } from './metrics-endpoint.ts'
import type { Metrics } from './metrics.ts'
import { mountPublic } from './mount-endpoints.ts'
import { noJsonSchema } from './no-json-schema.ts'

const requestMsMax = 10_000

/** Serves `/metrics` on a separate port, so that callers of the API cannot read it. */
export function createMetricsServer(metrics: Metrics, log: Log): FastifyInstance {
  const app = Fastify({
    schemaController: noJsonSchema,
    requestTimeout: requestMsMax,
    forceCloseConnections: true,
    clientErrorHandler: guarded(log, (error: Error, socket: Socket) =>
      refuseMalformedRequest(error, socket),
    ),
    http: { headersTimeout: requestMsMax, connectionsCheckingInterval: requestMsMax },
  })
  keepAccepting(app.server, log)
  mountPublic(app, metricsEndpoint(metrics))
  return app
}
