/** All origins may call the API: access needs a key in a header, never a cookie, so that an origin has no extra rights. */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, Allow, Idempotent-Replayed',
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
