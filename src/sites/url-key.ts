import { isClientRoute } from '#base/client-route.ts'
import { isTracking } from '#kernel/tracking-parameters.ts'
import { canonical } from '#kernel/url.ts'

interface UrlKeyRules {
  /** URLs that differ only in the query are one page. */
  readonly ignoreQueryParameters: boolean
  /**
   * http and https, with and without `www.`, a trailing slash or `index.html`, tracking parameters and session ids, repeated slashes, and
   * another order of the parameters are one page.
   */
  readonly deduplicateSimilarURLs: boolean
}

const indexFile = /\/index\.(html?|php)$/i

/** Returns an absolute link without its fragment, unless that is a route. */
export function withoutSection(link: string): string {
  const at = link.indexOf('#')
  return at === -1 || isClientRoute(link.slice(at)) ? link : link.slice(0, at)
}

/**
 * Returns the deduplication key of a URL: two URLs with the same key are the same page (docs/api/crawl.md). It is not fetched;
 * the page keeps its URL.
 */
export function makeUrlKey(url: string, rules: UrlKeyRules): string {
  const page = canonical(new URL(url))
  if (rules.ignoreQueryParameters && page.search !== '') page.search = ''
  if (!rules.deduplicateSimilarURLs) return page.href
  const host = page.host.replace(/^www\./, '')
  const path = readParts(page.pathname)
    .replace(indexFile, '/')
    .replace(/(?<!\/)\/+$/, '')
  return `${host}${path}${orderParameters(page.search)}${page.hash}`
}

/** The path without empty parts and session ids. */
function readParts(path: string): string {
  const parts = path.split('/').map((part) => {
    const at = part.toLowerCase().indexOf(sessionId)
    return at < 0 ? part : part.slice(0, at)
  })
  const last = parts.length - 1
  return parts.filter((part, index) => part !== '' || index === 0 || index === last).join('/')
}

const sessionId = ';jsessionid='

const readName = (parameter: string) => parameter.split('=', 1)[0] ?? ''

/** The query by name, without tracking parameters; those of one name stay in their order. */
function orderParameters(search: string): string {
  if (search === '') return ''
  const kept = search
    .slice(1)
    .split('&')
    .filter((text) => text !== '' && !isTracking(readName(text)))
  if (kept.length === 0) return ''
  const ordered = kept
    .map((text) => ({ name: readName(text), text }))
    .toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)))
  return `?${ordered.map(({ text }) => text).join('&')}`
}
