import { createHash, timingSafeEqual } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { ServiceError } from '#kernel/errors.ts'

type HeaderOf = (name: string) => string | undefined

const secretHeader = 'x-firecrawl-keyless-secret'
const addressHeader = 'x-firecrawl-keyless-ip'

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Returns the client address that a hosted MCP server names, if it knows the secret of the operator. Undefined for requests of other
 * callers, and where there is no secret.
 */
export function createProxiedAddress(secret: string | undefined) {
  const expected = secret === undefined ? undefined : digest(secret)
  return function proxiedAddress(findHeader: HeaderOf): string | undefined {
    const sent = findHeader(secretHeader)
    if (!expected || sent === undefined || !timingSafeEqual(digest(sent), expected))
      return undefined
    const address = findHeader(addressHeader) ?? ''
    if (ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)) return address
    throw new ServiceError('BAD_REQUEST', `Send an IP address in ${addressHeader}.`)
  }
}
