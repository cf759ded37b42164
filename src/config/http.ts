import { z } from 'zod'
import { addressRanges, setting } from './setting.ts'

export const httpSettings = {
  host: setting('WEIR_HOST', z.string().default('127.0.0.1').describe('Address to listen on.')),
  port: setting(
    'WEIR_PORT',
    z.coerce.number().int().min(0).max(65_535).default(3002).describe('Port to listen on.'),
  ),
  metricsHost: setting(
    'WEIR_METRICS_HOST',
    z
      .string()
      .default('127.0.0.1')
      .describe('Address to serve `/metrics` on when WEIR_METRICS_PORT is set.'),
  ),
  metricsPort: setting(
    'WEIR_METRICS_PORT',
    z.coerce
      .number()
      .int()
      .min(0)
      .max(65_535)
      .optional()
      .describe(
        'Separate port for `/metrics`. When unset, the API port serves `/metrics` if WEIR_HOST is a loopback address; otherwise `/metrics` is not served.',
      ),
  ),
  publicUrl: setting(
    'WEIR_PUBLIC_URL',
    z
      .url({ protocol: /^https?$/ })
      .transform((url) => url.replace(/(?<!\/)\/+$/, ''))
      .optional()
      .describe(
        'Public base URL of this service, used for links in the documents of jobs. When unset, the address it listens on.',
      ),
  ),
  trustedProxies: setting(
    'WEIR_TRUSTED_PROXIES',
    addressRanges.describe(
      'Reverse proxies whose X-Forwarded-* headers are trusted, as addresses or CIDRs, comma-separated.',
    ),
  ),
  stopDelaySeconds: setting(
    'WEIR_STOP_DELAY_SECONDS',
    z.coerce
      .number()
      .int()
      .min(0)
      .max(300)
      .optional()
      .describe(
        'Seconds for which a process that is to stop still takes requests while `/health/ready` returns 503, so that load balancers send new ones elsewhere. When unset, 5 with `WEIR_ROLE=api`, otherwise 0.',
      ),
  ),
  requestsMax: setting(
    'WEIR_REQUESTS_MAX',
    z.coerce
      .number()
      .int()
      .min(1)
      .default(512)
      .describe(
        'Concurrent HTTP requests of one team. A quarter more, at least one, is reserved for other teams. Requests above it get 503.',
      ),
  ),
}
