import { networkInterfaces } from 'node:os'
import { lookup } from 'node:dns/promises'
import { isGlobalUnicast, parseAddress } from './address.ts'
import type { Destination } from './guard.ts'

/**
 * Addresses that are always refused as targets:
 *
 * - Every address of the network interfaces of this machine, on all ports, except those of the loopback interface.
 * - Every added endpoint (listening address, database, browser, mail server, object storage, upstream proxies), on its port: by
 *   its name, at the addresses of the name, and, if it is on this machine, at every address of the machine. Exception: at
 *   public addresses it is refused only by its name, because large providers serve other content from the same addresses.
 *
 * Loopback addresses are refused by the guard until the operator allows them; then other ports can be used.
 */
export interface OwnAddresses {
  /** `host` as in a setting: a name, an address, or a wildcard such as `0.0.0.0`. A name without addresses may get some later. */
  add(host: string, port: number): Promise<void>
  /** Adds the host and port of a setting that is a URL. Ignores text that is not a URL. */
  addUrl(text: string): Promise<void>
  readonly isOwn: (address: string, destination: Destination) => boolean
  /** Resolves the names and lists the interfaces again. */
  renew(): Promise<void>
}

interface Endpoint {
  readonly host: string
  readonly port: number
  readonly addresses: ReadonlySet<string>
}

/** Default ports of URLs. */
const defaultPorts: Readonly<Record<string, number>> = {
  'http:': 80,
  'https:': 443,
  'ws:': 80,
  'wss:': 443,
  'postgres:': 5432,
  'postgresql:': 5432,
  'smtp:': 587,
  'smtps:': 465,
  'socks5:': 1080,
}

export function createOwnAddresses(): OwnAddresses {
  let endpoints: readonly Endpoint[] = []
  let interfaces = listInterfaces()
  const isLocal = (address: string) => isLoopback(address) || interfaces.all.has(address)

  const isAt = ({ host, port, addresses }: Endpoint, address: string, asked: Destination) =>
    port === asked.port &&
    (host === bare(asked.host) ||
      (addresses.has(address) && !isPublic(address)) ||
      (isLocal(address) && [...addresses].some(isLocal)))

  async function add(name: string, port: number): Promise<void> {
    const host = bare(name)
    endpoints = [...endpoints, { host, port, addresses: await lookUpAddresses(host) }]
  }

  return {
    add,
    async addUrl(text) {
      const url = URL.parse(text)
      const port = Number(url?.port) || defaultPorts[url?.protocol ?? '']
      if (url?.hostname && port) await add(url.hostname, port)
    },
    isOwn(text, destination) {
      const address = canonical(text)
      return (
        interfaces.outward.has(address) ||
        endpoints.some((endpoint) => isAt(endpoint, address, destination))
      )
    },
    async renew() {
      interfaces = listInterfaces()
      const renewed = endpoints.map(async (endpoint) => {
        const addresses = await lookUpAddresses(endpoint.host)
        return addresses.size > 0 ? { ...endpoint, addresses } : endpoint
      })
      endpoints = await Promise.all(renewed)
    },
  }
}

/** Empty for a name without addresses: it may get one later, and its user reports the error. */
async function lookUpAddresses(host: string): Promise<ReadonlySet<string>> {
  if (parseAddress(host)) return new Set([canonical(host)])
  const found = await lookup(host, { all: true }).catch(() => [])
  return new Set(found.map(({ address }) => canonical(address)))
}

function listInterfaces() {
  const listed = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const outward = listed.filter(({ internal }) => !internal)
  return {
    all: new Set(listed.map(({ address }) => canonical(address))),
    outward: new Set(outward.map(({ address }) => canonical(address))),
  }
}

function isLoopback(address: string): boolean {
  const range = parseAddress(address)?.range()
  return range === 'loopback' || range === 'unspecified'
}

function isPublic(address: string): boolean {
  const parsed = parseAddress(address)
  return parsed !== null && isGlobalUnicast(parsed)
}

const canonical = (address: string) => parseAddress(address)?.toString() ?? address

const bare = (host: string) => canonical(host.toLowerCase().replaceAll(/^\[|\]$|\.$/g, ''))
