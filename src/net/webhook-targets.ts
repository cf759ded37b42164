import { isIP } from 'node:net'
import type { Guard } from './guard.ts'

/**
 * Where webhooks may not lead is said when they are written (contract section 25, O9). Names are not looked up here:
 * what they lead to is checked whenever something is sent.
 */
export function createWhyNotTold(parts: {
  readonly guard: Pick<Guard, 'isAllowed'>
  readonly httpsOnly: boolean
}): (url: URL) => string | undefined {
  const { guard, httpsOnly } = parts
  return ({ protocol, hostname, port }) => {
    if (httpsOnly && protocol !== 'https:') return 'Webhook URL must use https.'
    const host = hostname.replace(/^\[|\]$/g, '')
    const portNumber = Number(port) || (protocol === 'https:' ? 443 : 80)
    const isClosed = isIP(host) !== 0 && !guard.isAllowed(host, { host, port: portNumber })
    return isClosed ? 'Webhook URL must not lead to a private address.' : undefined
  }
}
