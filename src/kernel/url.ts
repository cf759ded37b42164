import { parse } from 'tldts'
import { isClientRoute } from '#base/client-route.ts'

/** Maximum length of a URL (docs/api/scrape.md). */
export const urlLengthMax = 8_192

export type UrlReading =
  | { readonly status: 'read'; readonly url: string }
  | { readonly status: 'refused'; readonly reason: string }

const unsupported = 'URL uses unsupported protocol'
const hostWithoutDomain = 'URL must have a valid top-level domain or be an IP address'
export const invalidUrl = 'Invalid URL'

/**
 * Parses a URL of a request (docs/api/scrape.md). A missing scheme means http. The host is an IP address in any form, one of
 * `allowedHosts` (names or `*.suffix`), `localhost`, or a name with a top-level domain. The URL is not normalised. Whether the
 * host may be fetched is decided elsewhere.
 */
export function readUrl(text: string, allowedHosts: readonly string[] = []): UrlReading {
  const trimmed = text.trim()
  if (text.length > urlLengthMax) return { status: 'refused', reason: invalidUrl }
  if (foreignScheme(trimmed)) return { status: 'refused', reason: unsupported }
  const url = webScheme.test(trimmed) ? trimmed : `http://${trimmed.replace(/^\/\//, '')}`
  const parsed = URL.parse(url)
  if (!parsed || url.length > urlLengthMax) return { status: 'refused', reason: invalidUrl }
  if (hasDomain(parsed.hostname) || isAllowedHost(parsed.hostname, allowedHosts)) {
    return { status: 'read', url }
  }
  return { status: 'refused', reason: hostWithoutDomain }
}

const webScheme = /^https?:(?!\d+([/?#]|$))/i

/** `mailto:` and `ftp://` name a scheme; `example.com:8080` and `wiki:8080` name a port. */
function foreignScheme(text: string): boolean {
  if (webScheme.test(text)) return false
  return /^[a-z][a-z\d+.-]*:\/\//i.test(text) || /^[a-z][a-z\d+-]*:(?!\d+([/?#]|$))/i.test(text)
}

/** Reserved names such as `x.invalid` count as domains; the resolver refuses them. */
function hasDomain(hostname: string): boolean {
  const { isIp, publicSuffix, hostname: host } = parse(hostname.replace(/\.$/, ''))
  // `localhost` is reserved for loopback addresses: RFC 6761.
  if (isIp || host === 'localhost') return true
  return !!host?.includes('.') && (publicSuffix?.length ?? 0) >= suffixLengthMin
}

const suffixLengthMin = 2

function isAllowedHost(hostname: string, allowedHosts: readonly string[]): boolean {
  const host = hostname.replace(/\.$/, '')
  return allowedHosts.some((allowed) => {
    const name = allowed.toLowerCase().replace(/\.$/, '')
    return name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name
  })
}

/**
 * Returns the same URL for equivalent URLs, for use in keys: normalised as in RFC 3986 section 6, without user info, and without
 * fragment unless it is a client-side route (`#/…`, `#!…`).
 */
export const canonicalUrl = (text: string): string => canonical(new URL(text)).href

/** Normalises a URL in place, as `canonicalUrl` does. */
export function canonical(url: URL): URL {
  if (plain.test(url.href) && !url.hostname.endsWith('.')) return url
  // Each assignment parses the whole URL again.
  url.username = ''
  url.password = ''
  if (!isClientRoute(url.hash)) url.hash = ''
  url.hostname = url.hostname.replace(/\.$/, '')
  url.pathname = normalizedEscapes(url.pathname)
  url.search = normalizedEscapes(url.search)
  return url
}

/** URLs without user info, fragment, escapes and empty query. */
const plain = /^[^%@#]*[^%@#?]$/

/** Upper-case hexadecimal digits; unnecessary escapes are decoded. */
function normalizedEscapes(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase()
  })
}

/** Removes `user:password@`, for everything that is stored or returned. */
export function withoutUserInfo(text: string): string {
  if (!text.includes('@')) return text
  const url = new URL(text)
  if (!url.username && !url.password) return text
  url.username = ''
  url.password = ''
  return url.href
}

/** Whether the URL has a user name or password. */
export function hasUserInfo(text: string): boolean {
  const url = new URL(text)
  return url.username !== '' || url.password !== ''
}

/** The domains above a host: of `a.b.c` these are `b.c` and `c`. */
export function listParentDomains(host: string): string[] {
  const labels = host.split('.')
  return labels.slice(1).map((_, index) => labels.slice(index + 1).join('.'))
}
