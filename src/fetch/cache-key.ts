import { createHash } from 'node:crypto'
import { canonicalUrl, hasUserInfo } from '#kernel/url.ts'
import type { PageRequest } from './page.ts'

/** Returns the key of cached copies that may be returned for a request (docs/api/scrape.md). */
export function cacheKey(request: PageRequest): Buffer {
  const { url, mobile, location, waitFor, blockAds, proxy, skipTlsVerification, bodyBytesMax } =
    request
  const { country, languages = [] } = location
  const parts = {
    url: canonicalUrl(url),
    mobile,
    country,
    // Which one is preferred makes no other page.
    languages: [...new Set(languages)].toSorted(),
    // What change tracking waits for by itself is no wish of the caller.
    waitFor: request.waitsOnlyInBrowser === true ? 0 : waitFor,
    blockAds,
    isEnhanced: proxy === 'enhanced',
    // A page fetched without certificate validation must not be returned when validation is requested.
    skipTlsVerification,
    bodyBytesMax,
    wantsFrames: request.wantsFrames,
    wholePicture: request.screenshot?.fullPage,
  }
  return createHash('sha256').update(JSON.stringify(parts)).digest()
}

/**
 * Whether a page may be stored and read from the cache. Not with the caller's headers, credentials, profile or actions, for
 * branding, or with a screenshot of unusual settings. Change tracking only stores.
 */
export function isCacheable(request: PageRequest): boolean {
  const { url, headers, actions = [], branding, profile, screenshot } = request
  if (Object.keys(headers).length > 0 || hasUserInfo(url) || branding) return false
  const isUsual = screenshot?.viewport === undefined && screenshot?.quality === undefined
  return actions.length === 0 && profile === undefined && isUsual
}
