import { createHash } from 'node:crypto'
import { canonicalUrl, hasUserInfo } from '#kernel/url.ts'
import type { PageRequest } from './page.ts'

/** A page request with the options of the browser that change what is seen. */
export interface CachedRequest extends PageRequest {
  readonly waitFor: number
  readonly blockAds: boolean
}

/** Names the copies that may answer a request (contract section 4.7): equal keys mean equal answers. */
export function cacheKey(request: CachedRequest): Buffer {
  const { url, mobile, location, waitFor, blockAds, proxy, skipTlsVerification, bodyBytesMax } =
    request
  const { country, languages = [] } = location
  const parts = {
    url: canonicalUrl(url),
    mobile,
    country,
    languages,
    waitFor,
    blockAds,
    isEnhanced: proxy === 'enhanced',
    // A page from a site with a false certificate is no answer for somebody who asked to have it checked.
    skipTlsVerification,
    bodyBytesMax,
    wantsFrames: request.wantsFrames,
    wholePicture: request.screenshot?.fullPage,
  }
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}

/**
 * Pages fetched with somebody's own headers, credentials, profile or steps, or to be compared with earlier versions, are
 * never kept and never answered from a copy; nor are those with a picture of another kind than most ask for.
 */
export function isCacheable(request: PageRequest): boolean {
  const { url, headers, actions = [], profile, screenshot } = request
  if (Object.keys(headers).length > 0 || hasUserInfo(url) || request.tracksChanges) return false
  const isUsual = screenshot?.viewport === undefined && screenshot?.quality === undefined
  return actions.length === 0 && profile === undefined && isUsual
}
