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
  keylessCreditsTotal: setting(
    'WEIR_KEYLESS_CREDITS_TOTAL',
    perDay('Credits of all requests without an API key together for each day.', 10_000),
  ),
}

export const accountsSecrets = {
  firstApiKey: setting(
    'WEIR_API_KEY',
    z
      .string()
      .min(16, 'must have at least 16 characters')
      .optional()
      .describe('API key of the first team. When unset, the first start generates a random one.'),
  ),
}
