import type { Config } from '#config.ts'
import { newId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import { version } from '#kernel/version.ts'
import { createServerConnection } from '#net/call-server.ts'
import { exportSpans } from './export-spans.ts'

/** Exports the spans of this process where a collector is configured. `stack` ends it. */
export function composeTracing(config: Config, log: Log, stack: AsyncDisposableStack): void {
  const { tracesUrl, tracesService: service } = config.service
  if (tracesUrl === undefined) return
  const url = `${tracesUrl}/v1/traces`
  const { call } = stack.use(createServerConnection({ url, connectionsMax: 1 }))
  const { tracesHeaders: headers = {} } = config.secrets
  const source = { service, version: version(), instance: newId() }
  stack.use(exportSpans({ url, headers, call, source, log }))
}
