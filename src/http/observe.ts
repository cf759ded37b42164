import type { ServerResponse } from 'node:http'
import type { Account } from '#kernel/account.ts'
import type { Log } from '#kernel/log.ts'
import { findKeyId } from '#kernel/principal.ts'
import { endSpan, type BegunSpan } from '#kernel/trace.ts'
import type { createMetrics } from './metrics.ts'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const clientClosedRequest = 499

/** Facts about a finished request. */
interface Observed {
  readonly method: string
  readonly requestId: string
  /** Pattern of the path; undefined when no endpoint matches. */
  readonly route: string | undefined
  /** Health checks and metrics, which are polled: logged at debug level. */
  readonly isOperational: boolean
  readonly account: Account | undefined
  readonly span: BegunSpan | undefined
}

/** Calls `finish` once, when the response has been sent or the client has closed the connection; at once if that has happened. */
export function onceFinished(response: ServerResponse, finish: () => void): void {
  if (response.closed) finish()
  else response.once('close', finish)
}

/** Aborts when the connection ends before the response does. The framework's own signal ends with the body of the request. */
export function whileClientWaits(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  onceFinished(response, () => {
    if (!response.writableEnded) controller.abort()
  })
  if (response.destroyed) controller.abort()
  return controller.signal
}

/** Writes one log event, one measurement and one span per request. URLs are not logged: they may carry secrets. */
export function createObserver(metrics: ReturnType<typeof createMetrics>, log: Log) {
  return function observe(response: ServerResponse, observed: () => Observed): void {
    const startedAt = performance.now()
    onceFinished(response, () => {
      const ms = Math.round(performance.now() - startedAt)
      const { requestId, route = 'none', isOperational, account, span, ...asked } = observed()
      const method = methods.has(asked.method) ? asked.method : 'OTHER'
      const status = response.writableEnded ? response.statusCode : clientClosedRequest
      const teamId = account?.teamId
      const keyId = account && findKeyId(account.principal)
      metrics.observe({ method, route, status, seconds: ms / 1000 })
      const event = { method, route, status, ms, requestId, teamId, keyId, ...span?.trace }
      if (isOperational) return log.debug(event, 'request')
      log.info(event, 'request')
      if (!span) return
      endSpan(span, {
        name: `${method} ${route}`,
        kind: 'server',
        isFailed: status >= 500,
        attributes: {
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': status,
          'weir.request_id': requestId,
          ...(teamId !== undefined && { 'weir.team_id': teamId }),
        },
      })
    })
  }
}
