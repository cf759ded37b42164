import type { CachingRequest } from './get-page.ts'

const dayMs = 86_400_000

/** A request with the defaults of the contract, for a copy of a day: robots.txt, a sitemap, the first page of a site. */
export function plainRequest(
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
    fastMode: true,
    maxAge: dayMs,
    lockdown: false,
    storeInCache: true,
    ...options,
  }
}
