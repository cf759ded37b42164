import ipaddr from 'ipaddr.js'

/** Says whether an address stands in a list of addresses and ranges. */
export type IsListed = (address: string, list: readonly string[]) => boolean

/** What a request says of its way. */
export interface Arrived {
  readonly socket: { readonly remoteAddress?: string | undefined }
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** Who sent a request: the last address of its way that is none of our own proxies. Without brackets, IPv4 as such. */
export function createClientAddress(trustedProxies: readonly string[], isListed: IsListed) {
  return function clientAddress({ socket, headers }: Arrived) {
    const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
    const way = [socket.remoteAddress ?? '', ...forwarded.toReversed()]
      .map((address) => plain(address.trim()))
      .filter(Boolean)
    return way.find((address) => !isListed(address, trustedProxies)) ?? way.at(-1) ?? ''
  }
}

/** What limits per address count by: an IPv4 address, or the /64 network of an IPv6 address. */
export function networkOf(address: string): string {
  const text = plain(address)
  if (!ipaddr.IPv6.isValid(text)) return text.slice(0, 64)
  const { parts } = ipaddr.IPv6.parse(text)
  return parts.slice(0, 4).join(':')
}

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
