import { canonicalUrl } from '#kernel/url.ts'

interface UrlKeyRules {
  /** URLs that differ in the query alone are one page. */
  readonly ignoreQueryParameters: boolean
  /** http and https, with and without `www.`, a slash at the end or `index.html` are one page. */
  readonly deduplicateSimilarURLs: boolean
}

const indexFile = /\/index\.(html?|php)$/i

/** A fragment that names a view of a page that scripts draw, as in `#/settings`. */
const route = /^#\/./

/** The address of the page that an absolute link leads to: without its fragment, unless that is a route. */
export function withoutSection(link: string): string {
  const at = link.indexOf('#')
  return at === -1 || route.test(link.slice(at)) ? link : link.slice(0, at)
}

/**
 * Two URLs with the same identity are the same page of a site (docs/api/crawl.md). It is a key and not an address:
 * the URL that is fetched keeps its spelling.
 */
export function urlKeyOf(url: string, rules: UrlKeyRules): string {
  const page = new URL(canonicalUrl(url))
  if (page.hash !== '' && !route.test(page.hash)) page.hash = ''
  if (rules.ignoreQueryParameters && page.search !== '') page.search = ''
  if (!rules.deduplicateSimilarURLs) return page.href
  const host = page.host.replace(/^www\./, '')
  const path = page.pathname.replace(indexFile, '/').replace(/(?<!\/)\/+$/, '')
  return `${host}${path}${page.search}${page.hash}`
}
