import { z } from 'zod'
import { list, setting } from './setting.ts'

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
  oidcIssuer: setting(
    'WEIR_OIDC_ISSUER',
    z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe(
        'Address of an OpenID Connect provider with whose accounts people sign in to the console. Its application needs the redirect URI `<address of this service>/console/signed-in`.',
      ),
  ),
  oidcClientId: setting(
    'WEIR_OIDC_CLIENT_ID',
    z
      .string()
      .min(1)
      .optional()
      .describe('Client ID of this service at the OpenID Connect provider.'),
  ),
  oidcName: setting(
    'WEIR_OIDC_NAME',
    z
      .string()
      .min(1)
      .max(60)
      .default('single sign-on')
      .describe('What the sign-in page calls the OpenID Connect provider.'),
  ),
  oidcDomains: setting(
    'WEIR_OIDC_DOMAINS',
    list
      .transform((domains) => domains.map((domain) => domain.toLowerCase()))
      .describe(
        'Domains of confirmed e-mail addresses whose owners become people of the first team when they sign in with OpenID Connect. Without it only people who exist can.',
      ),
  ),
  oidcRole: setting(
    'WEIR_OIDC_ROLE',
    z
      .enum(['viewer', 'member', 'admin'])
      .default('member')
      .describe('Role in the first team of people who join by `WEIR_OIDC_DOMAINS`.'),
  ),
}

export const accountsSecrets = {
  oidcClientSecret: setting(
    'WEIR_OIDC_CLIENT_SECRET',
    z
      .string()
      .min(1)
      .optional()
      .describe('Client secret of this service at the OpenID Connect provider.'),
  ),
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
