import ipaddr from 'ipaddr.js'

/** Whether an address matches a list of addresses and CIDRs. */
export type IsListed = (address: string, list: readonly string[]) => boolean

/** The parts of a request that contain its client address. */
export interface Arrived {
  readonly socket: { readonly remoteAddress?: string | undefined }
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** Returns the client address: the last forwarded address that is not a trusted proxy. IPv4-mapped addresses as IPv4. */
export function createClientAddress(trustedProxies: readonly string[], isListed: IsListed) {
  return function clientAddress({ socket, headers }: Arrived) {
    const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
    const way = [socket.remoteAddress ?? '', ...forwarded.toReversed()]
      .map((address) => plain(address.trim()))
      .filter(Boolean)
    return way.find((address) => !isListed(address, trustedProxies)) ?? way.at(-1) ?? ''
  }
}

/** The unit of limits per address: an IPv4 address, or the /64 network of an IPv6 address. */
export function toNetwork(address: string): string {
  const text = plain(address)
  if (!ipaddr.IPv6.isValid(text)) return text.slice(0, 64)
  const { parts } = ipaddr.IPv6.parse(text)
  return parts.slice(0, 4).join(':')
}

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
