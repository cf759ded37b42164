import { addressForms, isInside, parseAddress, parseCidr, type Cidr } from './address.ts'

/**
 * Whether a list of addresses and ranges has an address, however either is written; what is no address is in none.
 * Throws for a list that cannot be read.
 */
export function isListed(address: string, list: readonly string[]): boolean {
  const ranges = list.map(parseRange)
  const parsed = parseAddress(address)
  const [plain] = parsed ? addressForms(parsed) : []
  return plain !== undefined && ranges.some((range) => isInside(plain, range))
}

const mapped = parseCidr('::ffff:0:0/96')

/** Reads an entry of such a list; ranges of IPv4 addresses that are written as IPv6 are what they mean. */
export function parseRange(text: string): Cidr {
  const [network, bits] = parseCidr(text)
  const [plain] = bits >= mapped[1] && isInside(network, mapped) ? addressForms(network) : []
  return plain ? [plain, bits - mapped[1]] : [network, bits]
}
