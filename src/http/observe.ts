import type { ServerResponse } from 'node:http'
import type { Account } from '#kernel/account.ts'
import type { Log } from '#kernel/log.ts'
import { findKeyId } from '#kernel/principal.ts'
import { currentTrace } from '#kernel/trace.ts'
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

/** Writes one log event and one measurement per request. URLs are not logged: they may carry secrets. */
export function createObserver(metrics: ReturnType<typeof createMetrics>, log: Log) {
  return function observe(response: ServerResponse, observed: () => Observed): void {
    const startedAt = performance.now()
    const trace = currentTrace()
    onceFinished(response, () => {
      const ms = Math.round(performance.now() - startedAt)
      const { requestId, route = 'none', isOperational, account, ...asked } = observed()
      const method = methods.has(asked.method) ? asked.method : 'OTHER'
      const status = response.writableEnded ? response.statusCode : clientClosedRequest
      const teamId = account?.teamId
      const keyId = account && findKeyId(account.principal)
      metrics.observe({ method, route, status, seconds: ms / 1000 })
      const event = { method, route, status, ms, requestId, teamId, keyId, ...trace }
      if (isOperational) log.debug(event, 'request')
      else log.info(event, 'request')
    })
  }
}
