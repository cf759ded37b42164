import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '#kernel/log.ts'
import type { createMetrics } from './metrics.ts'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const clientLeft = 499

/** Asked every few seconds by whoever looks after the service. */
const isProbe = (route: string) => route.startsWith('/health/') || route === '/metrics'

/** Calls `finish` once, when the answer is out or the client is gone. */
export function onceFinished(reply: FastifyReply, finish: () => void): void {
  reply.raw.once('close', finish)
}

/** Aborts when the connection ends before the answer does. The framework's own signal looks at the request, which ends with its body. */
export function whileClientWaits(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  onceFinished(reply, () => {
    if (!reply.raw.writableEnded) controller.abort()
  })
  if (reply.raw.destroyed) controller.abort()
  return controller.signal
}

/** One event and one measurement per request; the URL itself stays out, it may carry secrets. */
export function createObserver(metrics: ReturnType<typeof createMetrics>, log: Log) {
  return function observe(request: FastifyRequest, reply: FastifyReply): void {
    const startedAt = performance.now()
    onceFinished(reply, () => {
      const ms = Math.round(performance.now() - startedAt)
      const method = methods.has(request.method) ? request.method : 'OTHER'
      const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none')
      const status = reply.raw.writableEnded ? reply.statusCode : clientLeft
      const { teamId, keyId } = request.account ?? {}
      metrics.observe({ method, route, status, seconds: ms / 1000 })
      const event = { method, route, status, ms, requestId: request.id, teamId, keyId }
      if (isProbe(route)) log.debug(event, 'request')
      else log.info(event, 'request')
    })
  }
}
