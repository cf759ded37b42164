import { z } from 'zod'
import { setting } from './setting.ts'

const perDay = (about: string, fallback: number) =>
  z.coerce.number().int().min(0).max(1_000_000_000).default(fallback).describe(about)

export const accountsSettings = {
  keylessRequests: setting(
    'WEIR_KEYLESS_REQUESTS',
    perDay(
      'Requests without an API key for each IPv4 address or IPv6 /64 and day. 0 refuses requests without a key.',
      0,
    ),
  ),
  keylessCredits: setting(
    'WEIR_KEYLESS_CREDITS',
    perDay(
      'Credits of requests without an API key for each IPv4 address or IPv6 /64 and day.',
      100,
    ),
  ),
  keylessConcurrency: setting(
    'WEIR_KEYLESS_CONCURRENCY',
    z.coerce
      .number()
      .int()
      .min(1)
      .max(1_000)
      .default(2)
      .describe(
        'Operations without an API key that one IPv4 address or IPv6 /64 may run at the same time.',
      ),
  ),
  keylessCreditsTotal: setting(
    'WEIR_KEYLESS_CREDITS_TOTAL',
    perDay('Credits of all requests without an API key together for each day.', 10_000),
  ),
}

export const accountsSecrets = {
  keylessProxySecret: setting(
    'WEIR_KEYLESS_PROXY_SECRET',
    z
      .string()
      .min(16, 'must have at least 16 characters')
      .optional()
      .describe(
        'Secret of a hosted MCP server that passes requests without an API key on: with it in `x-firecrawl-keyless-secret`, the header `x-firecrawl-keyless-ip` names the address that is counted.',
      ),
  ),
  firstApiKey: setting(
    'WEIR_API_KEY',
    z
      .string()
      .min(16, 'must have at least 16 characters')
      .optional()
      .describe('API key of the first team. When unset, the first start generates a random one.'),
  ),
}
