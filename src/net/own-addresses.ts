import { networkInterfaces } from 'node:os'
import { lookup } from 'node:dns/promises'
import { parseAddress } from './address.ts'

/** Where the service and its database listen: closed to callers whatever range the operator opens. */
export interface OwnAddresses {
  /** `host` as in a setting: a name, an address, or a wildcard such as `0.0.0.0`. */
  add(host: string, port: number): Promise<void>
  readonly isOwn: (address: string, port: number) => boolean
}

export function createOwnAddresses(): OwnAddresses {
  const endpoints: { readonly addresses: ReadonlySet<string>; readonly port: number }[] = []

  return {
    async add(host, port) {
      const found = parseAddress(host)
        ? [host]
        : (await lookup(host, { all: true })).map(({ address }) => address)
      endpoints.push({ addresses: new Set(found.map(canonical)), port })
    },
    isOwn(address, port) {
      const asked = canonical(address)
      return endpoints.some(
        (endpoint) =>
          endpoint.port === port &&
          (endpoint.addresses.has(asked) ||
            (isLocal(asked) && [...endpoint.addresses].some(isLocal))),
      )
    },
  }
}

const canonical = (address: string) => parseAddress(address)?.toString() ?? address

/** What listens on one address of this machine is taken to listen on all of them. */
function isLocal(address: string): boolean {
  const range = parseAddress(address)?.range()
  if (range === 'loopback' || range === 'unspecified') return true
  const interfaces = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return interfaces.some((it) => canonical(it.address) === address)
}
