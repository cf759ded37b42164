import type { Answer } from './exchange.ts'
import { redirectStatuses } from './exchange.ts'
import { NetError } from './failure.ts'

/**
 * Where an answer sends us, or null when it stays. A fragment survives a redirect that has none of its own.
 * `Refresh` headers and `<meta>` refreshes are content, not redirects: they are not followed.
 * Credentials a site writes into a location are not ours to send or to show.
 * Throws `NetError` when the target is no URL or not http(s).
 */
export function redirectTarget(answer: Answer, from: URL): URL | null {
  const location = answer.headers.location
  if (!redirectStatuses.has(answer.status) || !location) return null
  // Servers send bare UTF-8 here; headers are read as Latin-1.
  const text = Buffer.from(location, 'latin1').toString('utf8')
  if (!URL.canParse(text, from.href)) throw new NetError('site', 'ERR_INVALID_REDIRECT')
  const target = new URL(text, from)
  if (!isWeb(target)) throw new NetError('site', 'ERR_UNSAFE_REDIRECT')
  target.hash ||= from.hash
  target.username = ''
  target.password = ''
  return target
}

export const isWeb = ({ protocol }: URL) => protocol === 'http:' || protocol === 'https:'

/** Credentials stay on their origin; the step from http to https on one host counts as the same. */
export function mayKeepCredentials(from: URL, to: URL): boolean {
  if (from.origin === to.origin) return true
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:'
  return isUpgrade && from.hostname === to.hostname && from.port === '' && to.port === ''
}
