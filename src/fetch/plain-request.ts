import type { PageRequest } from './page.ts'

const dayMs = 86_400_000

/** A request with the default options, and a cache age of one day: for robots.txt, sitemaps and the first page of a site. */
export function plainRequest(
  url: string,
  options: Pick<PageRequest, 'bodyBytesMax'> &
    Partial<Pick<PageRequest, 'maxAge' | 'headers' | 'location'>>,
): PageRequest {
  return {
    url,
    headers: {},
    mobile: false,
    location: { country: 'US' },
    skipTlsVerification: true,
    proxy: 'auto',
    waitFor: 0,
    // As scrapes have it by default, so that the copy of the last scrape is used.
    blockAds: true,
    fastMode: true,
    maxAge: dayMs,
    lockdown: false,
    storeInCache: true,
    ...options,
  }
}
