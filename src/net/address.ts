import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type Address = ipaddr.IPv4 | ipaddr.IPv6
export type Cidr = [Address, number]

/** Parses an address from a DNS response or the host of a parsed URL; null for a name. */
export function parseAddress(text: string): Address | null {
  if (isIP(text) === 0) return null
  const [bare = ''] = text.split('%')
  // ipaddr.js parses `::1.2.3.4` as a mapped address; in hexadecimal it is parsed correctly.
  const isMixed = bare.includes(':') && bare.includes('.')
  return ipaddr.parse(isMixed ? new URL(`http://[${bare}]`).hostname.slice(1, -1) : bare)
}

/** Parses `10.0.0.0/8`, `fd00::/8` or a single address. Throws an error that names an invalid entry. */
export function parseCidr(text: string): Cidr {
  const single = parseAddress(text)
  if (single) return [single, single.kind() === 'ipv4' ? 32 : 128]
  try {
    return ipaddr.parseCIDR(text)
  } catch {
    throw new Error(`"${text}" is not an address range. Write it like 10.1.0.0/16 or fd00:1::/32.`)
  }
}

export function isInside(address: Address, [network, bits]: Cidr): boolean {
  return address.kind() === network.kind() && address.match(network, bits)
}

/** Whether an address is on the public internet: IPv4 outside the special registries, IPv6 only in 2000::/3. */
export function isGlobalUnicast(address: Address): boolean {
  if (address.range() !== 'unicast') return false
  return !(address instanceof ipaddr.IPv6) || (part(address, 0) & 0xe000) === 0x2000
}

/**
 * Returns all addresses that a packet to this one may reach: a mapped address becomes its IPv4 address; addresses embedded in
 * other forms (translation prefixes, tunnels) are returned besides the address itself.
 */
export function addressForms(address: Address): readonly Address[] {
  if (!(address instanceof ipaddr.IPv6)) return [address]
  if (address.isIPv4MappedAddress()) return [address.toIPv4Address()]
  const range = address.range()
  if (range === 'loopback' || range === 'unspecified') return [address]
  const wrapped = wrappings
    .filter(({ matches }) => matches(address))
    .flatMap(({ ipv4 }) => ipv4(address))
  return [address, ...wrapped]
}

const part = (address: ipaddr.IPv6, index: number) => address.parts[index] ?? 0
const ipv4From = (high: number, low: number) =>
  new ipaddr.IPv4([high >> 8, high & 0xff, low >> 8, low & 0xff])
const lowest32 = (address: ipaddr.IPv6) => ipv4From(part(address, 6), part(address, 7))
const isIn = (cidr: string) => {
  const range = parseCidr(cidr)
  return (address: ipaddr.IPv6) => isInside(address, range)
}

/** All ways to embed an IPv4 address in an IPv6 address. */
const wrappings: readonly {
  name: string
  matches: (address: ipaddr.IPv6) => boolean
  ipv4: (address: ipaddr.IPv6) => readonly ipaddr.IPv4[]
}[] = [
  { name: 'compatible', matches: isIn('::/96'), ipv4: (a) => [lowest32(a)] },
  { name: 'SIIT', matches: isIn('::ffff:0:0:0/96'), ipv4: (a) => [lowest32(a)] },
  { name: 'NAT64', matches: isIn('64:ff9b::/96'), ipv4: (a) => [lowest32(a)] },
  {
    name: 'local NAT64',
    matches: isIn('64:ff9b:1::/48'),
    // RFC 6052 skips the octet at bits 64-71 in a /48 prefix; operators also use /96 inside it.
    ipv4: (a) => [
      lowest32(a),
      ipv4From(part(a, 3), ((part(a, 4) & 0xff) << 8) | (part(a, 5) >> 8)),
    ],
  },
  { name: '6to4', matches: isIn('2002::/16'), ipv4: (a) => [ipv4From(part(a, 1), part(a, 2))] },
  {
    name: 'Teredo',
    matches: isIn('2001::/32'),
    ipv4: (a) => [
      ipv4From(part(a, 2), part(a, 3)),
      ipv4From(part(a, 6) ^ 0xffff, part(a, 7) ^ 0xffff),
    ],
  },
  {
    name: 'ISATAP',
    matches: (a) => (part(a, 4) & 0xfdff) === 0 && part(a, 5) === 0x5efe,
    ipv4: (a) => [lowest32(a)],
  },
]
