import type { CachingRequest } from './get-page.ts'

const dayMs = 86_400_000

/** A request for a file that sites keep for machines (robots.txt, a sitemap): nothing about it depends on the reader. */
export function textFile(
  url: string,
  options: Pick<CachingRequest, 'bodyBytesMax'> &
    Partial<Pick<CachingRequest, 'maxAge' | 'headers' | 'location'>>,
): CachingRequest {
  return {
    url,
    headers: {},
    mobile: false,
    location: { country: 'US' },
    skipTlsVerification: true,
    proxy: 'auto',
    waitFor: 0,
    blockAds: false,
    maxAge: dayMs,
    lockdown: false,
    storeInCache: true,
    ...options,
  }
}
