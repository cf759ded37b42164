import type { PublicEndpoint } from './endpoint.ts'
import type { Metrics } from './metrics.ts'

/** `GET /metrics` in the text format of Prometheus. */
export const metricsEndpoint = (metrics: Metrics): PublicEndpoint => ({
  access: 'public',
  method: 'GET',
  path: '/metrics',
  isOperational: true,
  reply: { type: 'file' },
  handle: async () => ({ content: await metrics.print(), contentType: metrics.contentType }),
})
