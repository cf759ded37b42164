import { canonical } from '#kernel/url.ts'

interface UrlKeyRules {
  /** URLs that differ only in the query are one page. */
  readonly ignoreQueryParameters: boolean
  /** http and https, with and without `www.`, a trailing slash or `index.html` are one page. */
  readonly deduplicateSimilarURLs: boolean
}

const indexFile = /\/index\.(html?|php)$/i

/** A fragment with a client-side route, as in `#/settings`. */
const route = /^#\/./

/** Returns an absolute link without its fragment, unless that is a route. */
export function withoutSection(link: string): string {
  const at = link.indexOf('#')
  return at === -1 || route.test(link.slice(at)) ? link : link.slice(0, at)
}

/**
 * Returns the deduplication key of a URL: two URLs with the same key are the same page (docs/api/crawl.md). It is not fetched;
 * the page keeps its URL.
 */
export function makeUrlKey(url: string, rules: UrlKeyRules): string {
  const page = canonical(new URL(url))
  if (page.hash !== '' && !route.test(page.hash)) page.hash = ''
  if (rules.ignoreQueryParameters && page.search !== '') page.search = ''
  if (!rules.deduplicateSimilarURLs) return page.href
  const host = page.host.replace(/^www\./, '')
  const path = page.pathname.replace(indexFile, '/').replace(/(?<!\/)\/+$/, '')
  return `${host}${path}${page.search}${page.hash}`
}
