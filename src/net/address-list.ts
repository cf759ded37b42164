import { addressForms, isInside, parseAddress, parseCidr, type Cidr } from './address.ts'

/**
 * Whether a list of addresses and CIDRs contains an address, in any notation; false for an invalid address.
 * Throws for an invalid list.
 */
export function isListed(address: string, list: readonly string[]): boolean {
  const ranges = list.map(parseRange)
  const parsed = parseAddress(address)
  const [plain] = parsed ? addressForms(parsed) : []
  return plain !== undefined && ranges.some((range) => isInside(plain, range))
}

const mapped = parseCidr('::ffff:0:0/96')

/** Whether a text is an address or a CIDR. */
export function isRange(text: string): boolean {
  try {
    parseRange(text)
    return true
  } catch {
    return false
  }
}

/** Parses an entry of the list. IPv4-mapped IPv6 ranges become IPv4 ranges. */
export function parseRange(text: string): Cidr {
  const [network, bits] = parseCidr(text)
  const [plain] = bits >= mapped[1] && isInside(network, mapped) ? addressForms(network) : []
  return plain ? [plain, bits - mapped[1]] : [network, bits]
}
