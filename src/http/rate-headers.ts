const windowSeconds = 60

/** RateLimit-Policy and RateLimit as structured fields (draft-ietf-httpapi-ratelimit-headers). */
export function rateHeaders(
  bucket: string,
  left: { readonly limit: number; readonly remaining: number; readonly resetSeconds: number },
): Record<string, string> {
  return {
    'ratelimit-policy': `"${bucket}";q=${left.limit};w=${windowSeconds}`,
    ratelimit: `"${bucket}";r=${left.remaining};t=${left.resetSeconds}`,
  }
}
