import { lookup } from 'node:dns/promises'

/**
 * Returns the address to listen on for a host name. For each further address of `localhost` the framework would start a second
 * server without the listeners of the first.
 */
export async function listenAddress(host: string): Promise<string> {
  const { address } = await lookup(host, { order: 'ipv4first' })
  return address
}
