import type { Document } from '#formats/document.ts'
import type { ScrapeRequest } from './contract.ts'

/** How to open the page of a scrape again, with the options that decide what it shows. */
export type Replay = Pick<
  ScrapeRequest,
  'actions' | 'headers' | 'location' | 'mobile' | 'profile' | 'skipTlsVerification' | 'waitFor'
> & {
  readonly url: string
  readonly proxy: 'basic' | 'enhanced'
}

/** Actions may have led to the final URL: they begin at the requested one. */
export function makeReplay(request: ScrapeRequest, { metadata }: Document): Replay {
  const { actions, headers, location, mobile, profile, skipTlsVerification, waitFor } = request
  const acts = actions !== undefined && actions.length > 0
  return {
    url: acts ? request.url : (metadata.url ?? request.url),
    proxy: metadata.proxyUsed === 'stealth' ? 'enhanced' : 'basic',
    actions,
    headers,
    location,
    mobile,
    profile,
    skipTlsVerification,
    waitFor,
  }
}
