import { isIP } from 'node:net'
import { targetRefusals } from '#kernel/web-url.ts'
import type { Guard } from './guard.ts'

/**
 * Refuses webhook URLs in requests: literal private addresses, and http if https is required (docs/api/webhooks.md). Names
 * are not resolved here; their addresses are checked at every delivery.
 */
export function createWebhookRefusal(parts: {
  readonly guard: Pick<Guard, 'isAllowed'>
  readonly httpsOnly: boolean
}): (url: URL) => string | undefined {
  const { guard, httpsOnly } = parts
  return ({ protocol, hostname, port }) => {
    if (httpsOnly && protocol !== 'https:') return targetRefusals[0]
    const host = hostname.replace(/^\[|\]$/g, '')
    const portNumber = Number(port) || (protocol === 'https:' ? 443 : 80)
    const isClosed = isIP(host) !== 0 && !guard.isAllowed(host, { host, port: portNumber })
    return isClosed ? targetRefusals[1] : undefined
  }
}
