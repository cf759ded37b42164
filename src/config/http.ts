import { z } from 'zod'
import {
  addressRanges,
  countSetting,
  optionalBaseUrlSetting,
  optionalCountSetting,
  setting,
} from './setting.ts'

export const httpSettings = {
  host: setting('WEIR_HOST', z.string().default('127.0.0.1').describe('Address to listen on.')),
  port: countSetting('WEIR_PORT', 'Port to listen on.', { min: 0, max: 65_535, fallback: 3002 }),
  metricsHost: setting(
    'WEIR_METRICS_HOST',
    z
      .string()
      .default('127.0.0.1')
      .describe('Address to serve `/metrics` on when WEIR_METRICS_PORT is set.'),
  ),
  metricsPort: optionalCountSetting(
    'WEIR_METRICS_PORT',
    'Separate port for `/metrics`. When unset, the API port serves `/metrics` if WEIR_HOST is a loopback address; otherwise `/metrics` is not served.',
    { min: 0, max: 65_535 },
  ),
  publicUrl: optionalBaseUrlSetting(
    'WEIR_PUBLIC_URL',
    'Public base URL of this service, used for links in the documents of jobs. When unset, the address it listens on.',
  ),
  trustedProxies: setting(
    'WEIR_TRUSTED_PROXIES',
    addressRanges.describe(
      'Reverse proxies whose X-Forwarded-* headers are trusted, as addresses or CIDRs, comma-separated.',
    ),
  ),
  stopDelaySeconds: optionalCountSetting(
    'WEIR_STOP_DELAY_SECONDS',
    'Seconds for which a process that is to stop still takes requests while `/health/ready` returns 503, so that load balancers send new ones elsewhere. When unset, 5 with `WEIR_ROLE=api`, otherwise 0.',
    { min: 0, max: 300 },
  ),
  requestsMax: countSetting(
    'WEIR_REQUESTS_MAX',
    'Concurrent HTTP requests of one team. A quarter more, at least one, is reserved for other teams. Requests above it get 503.',
    { min: 1, fallback: 512 },
  ),
}
