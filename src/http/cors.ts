/** Browsers may call the API from any page: access is by bearer key, never by cookie, so no origin gains anything. */
export const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, Allow, Idempotent-Replayed',
} as const

/** Answer to the question a browser asks first (contract section 23). */
export function preflightHeaders(methods: readonly string[]): Record<string, string> {
  return {
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers':
      'Authorization, Content-Type, X-Origin, X-Firecrawl-Agent-Hints, x-idempotency-key, x-request-id',
    'access-control-max-age': '86400',
  }
}
