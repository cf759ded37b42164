import type { IncomingHttpHeaders } from 'node:http'
import { redirectStatuses } from './exchange.ts'
import { NetError } from './failure.ts'

/** What comes before the body of a response. */
export interface ResponseHead {
  readonly status: number
  readonly headers: IncomingHttpHeaders
}

/**
 * Returns the target of a redirect, or null. The fragment is kept unless the target has its own. `Refresh` headers and `<meta>`
 * refreshes are handled elsewhere. Credentials in the location are removed.
 * Throws `NetError` if the target is not a valid http or https URL.
 */
export function redirectTarget(answer: ResponseHead, from: URL): URL | null {
  const location = answer.headers.location
  if (!redirectStatuses.has(answer.status) || !location) return null
  // Servers send UTF-8 here; headers are decoded as Latin-1.
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

/** Credentials stay on their origin; from http to https on the same host counts as the same origin. */
export function mayKeepCredentials(from: URL, to: URL): boolean {
  if (from.origin === to.origin) return true
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:'
  return isUpgrade && from.hostname === to.hostname && from.port === '' && to.port === ''
}
