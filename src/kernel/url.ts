import { parse } from 'tldts'

/** Longest URL a caller may send (contract section 25, O7). */
export const urlLengthMax = 8_192

export type UrlReading =
  | { readonly status: 'read'; readonly url: string }
  | { readonly status: 'refused'; readonly reason: string }

const unsupported = 'URL uses unsupported protocol'
const hostWithoutDomain = 'URL must have a valid top-level domain or be an IP address'
const invalid = 'Invalid URL'

/**
 * Reads a URL as callers write it (docs/api/scrape.md): a missing scheme means http, the host is an IP address in
 * any form, one of `allowedHosts` (names or `*.suffix`), `localhost`, or a name with a top-level domain. Spelling is
 * kept. Whether a host may be reached is not said here.
 */
export function readUrl(text: string, allowedHosts: readonly string[] = []): UrlReading {
  const trimmed = text.trim()
  if (trimmed.length > urlLengthMax) return { status: 'refused', reason: invalid }
  if (foreignScheme(trimmed)) return { status: 'refused', reason: unsupported }
  const url = webScheme.test(trimmed) ? trimmed : `http://${trimmed.replace(/^\/\//, '')}`
  const parsed = URL.parse(url)
  if (!parsed || url.length > urlLengthMax) return { status: 'refused', reason: invalid }
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

/** Reserved names such as `x.invalid` count as domains: that they lead nowhere is for the resolver to say. */
function hasDomain(hostname: string): boolean {
  const { isIp, publicSuffix, hostname: host } = parse(hostname.replace(/\.$/, ''))
  // A name for addresses, as reserved as they are: RFC 6761.
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
 * One spelling for URLs that mean the same page, for keys: RFC 3986 section 6 as the URL parser does it, escapes
 * normalized, no user info, and no fragment unless it is a route of its own (`#/…`, `#!…`).
 */
export function canonicalUrl(text: string): string {
  const url = new URL(text)
  if (plain.test(url.href) && !url.hostname.endsWith('.')) return url.href
  // Each of these parses the whole URL again.
  url.username = ''
  url.password = ''
  if (!/^#[!/]/.test(url.hash)) url.hash = ''
  url.hostname = url.hostname.replace(/\.$/, '')
  url.pathname = normalizedEscapes(url.pathname)
  url.search = normalizedEscapes(url.search)
  return url.href
}

/** Has no user info, no fragment, no escapes and no empty query. */
const plain = /^[^%@#]*[^%@#?]$/

/** Hexadecimal digits in capitals; what needs no escape has none. */
function normalizedEscapes(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase()
  })
}

/** The URL without `user:password@`, for everything that is kept or shown later. */
export function withoutUserInfo(text: string): string {
  if (!text.includes('@')) return text
  const url = new URL(text)
  if (!url.username && !url.password) return text
  url.username = ''
  url.password = ''
  return url.href
}

/** Whether the URL carries a user name or a password. */
export function hasUserInfo(text: string): boolean {
  const url = new URL(text)
  return url.username !== '' || url.password !== ''
}
