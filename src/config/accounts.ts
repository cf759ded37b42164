import { z } from 'zod'
import {
  choiceSetting,
  countSetting,
  list,
  optionalTextSetting,
  optionalUrlSetting,
  setting,
} from './setting.ts'

export const accountsSettings = {
  keylessRequests: countSetting(
    'WEIR_KEYLESS_REQUESTS',
    'Requests without an API key for each IPv4 address or IPv6 /64 and day. 0 refuses requests without a key.',
    { min: 0, max: 1_000_000_000, fallback: 0 },
  ),
  keylessCredits: countSetting(
    'WEIR_KEYLESS_CREDITS',
    'Credits of requests without an API key for each IPv4 address or IPv6 /64 and day.',
    { min: 0, max: 1_000_000_000, fallback: 100 },
  ),
  keylessConcurrency: countSetting(
    'WEIR_KEYLESS_CONCURRENCY',
    'Operations without an API key that one IPv4 address or IPv6 /64 may run at the same time.',
    { min: 1, max: 1_000, fallback: 2 },
  ),
  keylessCreditsTotal: countSetting(
    'WEIR_KEYLESS_CREDITS_TOTAL',
    'Credits of all requests without an API key together for each day.',
    { min: 0, max: 1_000_000_000, fallback: 10_000 },
  ),
  oidcIssuer: optionalUrlSetting(
    'WEIR_OIDC_ISSUER',
    'Address of an OpenID Connect provider with whose accounts people sign in to the console. Its application needs the redirect URI `<address of this service>/console/signed-in`.',
  ),
  oidcClientId: optionalTextSetting(
    'WEIR_OIDC_CLIENT_ID',
    'Client ID of this service at the OpenID Connect provider.',
    { min: 1 },
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
  oidcRole: choiceSetting(
    'WEIR_OIDC_ROLE',
    'Role in the first team of people who join by `WEIR_OIDC_DOMAINS`.',
    { of: ['viewer', 'member', 'admin'], fallback: 'member' },
  ),
}

export const accountsSecrets = {
  adminKey: optionalTextSetting(
    'WEIR_ADMIN_KEY',
    'Key for programs of the operator: with it, `/admin` manages teams, keys, credits and plans. At least 32 characters. When unset, `/admin` is not there.',
    { min: 32, max: 256 },
  ),
  oidcClientSecret: optionalTextSetting(
    'WEIR_OIDC_CLIENT_SECRET',
    'Client secret of this service at the OpenID Connect provider.',
    { min: 1 },
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
