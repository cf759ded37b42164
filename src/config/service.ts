import { z } from 'zod'
import { choiceSetting, countSetting, optionalBaseUrlSetting, setting } from './setting.ts'

export const serviceSettings = {
  role: choiceSetting(
    'WEIR_ROLE',
    'What this process runs: the HTTP API, the background workers, or both. `interact`: only browser sessions, for the other processes.',
    { of: ['all', 'api', 'worker', 'interact'], fallback: 'all' },
  ),
  threads: countSetting(
    'UV_THREADPOOL_SIZE',
    'Threads for file access and compression (libuv). `npm start` and the container set 16.',
    { min: 4, fallback: 4 },
  ),
  stallSeconds: countSetting(
    'WEIR_STALL_SECONDS',
    'A service whose main thread has stood for this many seconds is killed and started again. 0: never.',
    { min: 0, max: 3_600, fallback: 15 },
  ),
  logLevel: choiceSetting('WEIR_LOG_LEVEL', 'Lowest level that is logged.', {
    of: ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
    fallback: 'info',
  }),
  tracesUrl: optionalBaseUrlSetting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'Base URL of an OpenTelemetry collector that takes OTLP over HTTP, for example `http://127.0.0.1:4318`: spans of requests, pages, fetches, webhooks and calls of the language model are sent there. When unset, none are. It may be a private address.',
  ),
  tracesService: setting(
    'OTEL_SERVICE_NAME',
    z.string().default('weir').describe('Name of the service in these spans.'),
  ),
}

/** `name=value` pairs with encoded values, comma-separated, as OpenTelemetry has them. */
const headerPairs = z
  .string()
  .optional()
  .transform((text, context) => {
    if (text === undefined) return undefined
    try {
      const pairs = text.split(',').filter((pair) => pair.trim() !== '')
      return Object.fromEntries(
        pairs.map((pair) => {
          const [name = '', ...value] = pair.split('=')
          return [name.trim().toLowerCase(), decodeURIComponent(value.join('=').trim())]
        }),
      )
    } catch {
      context.addIssue({ code: 'custom', message: 'must be name=value pairs with encoded values' })
      return z.NEVER
    }
  })

export const serviceSecrets = {
  tracesHeaders: setting(
    'OTEL_EXPORTER_OTLP_HEADERS',
    headerPairs.describe(
      'Headers for the collector, as `name=value` pairs with encoded values, comma-separated.',
    ),
  ),
}
