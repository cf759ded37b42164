/**
 * All origins may call the API: access needs a key in a header, or a session of the console, which
 * counts only with a header that preflights do not permit, so that an origin has no extra rights.
 */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, Allow, Idempotent-Replayed',
} as const

/** Responses to a session of the console are for pages of this service alone. */
export const sessionHeaders = {
  'cache-control': 'no-store',
  vary: 'Cookie, Origin',
  'cross-origin-resource-policy': 'same-origin',
} as const

/** Headers of the response to a CORS preflight. */
export function preflightHeaders(methods: readonly string[]): Record<string, string> {
  return {
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers':
      'Authorization, Content-Type, X-Origin, X-Firecrawl-Agent-Hints, x-idempotency-key, x-request-id',
    'access-control-max-age': '86400',
  }
}
