import { openTunnel, parseProxy } from './proxy.ts'

/** An address that no network routes (RFC 5737): the proxy must only understand the request. */
const nowhere = { address: '192.0.2.1', port: 443 }
const answerMsMax = 3_000

/** Asks a proxy for a tunnel. False if it refuses its credentials. Throws for an invalid setting. */
export async function acceptsCredentials(url: string): Promise<boolean> {
  try {
    const tunnel = await openTunnel(parseProxy(url), nowhere, AbortSignal.timeout(answerMsMax))
    tunnel.destroy()
    return true
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : ''
    return !/answered 407|authentication/i.test(cause)
  }
}
