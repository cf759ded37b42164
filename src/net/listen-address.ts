import { lookup } from 'node:dns/promises'

/**
 * The address to listen on for a host name. The framework would serve each further address of `localhost` with a second
 * server, which has none of the listeners that ours has.
 */
export async function listenAddress(host: string): Promise<string> {
  const { address } = await lookup(host, { order: 'ipv4first' })
  return address
}
