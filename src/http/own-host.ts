import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { ServiceError } from '#kernel/errors.ts'
import { baseUrl } from './base-url.ts'
import type { IsListed } from './client-address.ts'
import type { ConsoleRequest } from './console-entrance.ts'

interface OwnHostParts {
  readonly publicUrl: string | undefined
  readonly trustedProxies: readonly string[]
  readonly isListed: IsListed
}

/**
 * Returns a check of endpoints that programs call and no page of another site may. It fails with `FORBIDDEN` for an Origin of
 * another site, and on a loopback address for a Host that is not this machine: a site can have its own name resolve to 127.0.0.1.
 */
export function createAssertOwnHost({ publicUrl, trustedProxies, isListed }: OwnHostParts) {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl)
  return function assertOwnHost(request: ConsoleRequest): void {
    const base = new URL(baseUrl(request))
    const { origin } = request.raw.headers
    if (origin !== undefined && origin !== base.origin && origin !== publicHost?.origin)
      throw forbidden(`Requests of pages at ${origin.slice(0, 256)} are refused.`)
    if (!arrivesAtLoopback(request.raw)) return
    if (isListed(request.raw.socket.remoteAddress ?? '', trustedProxies)) return
    if (isLoopbackName(base.hostname) || base.hostname === publicHost?.hostname) return
    throw forbidden(
      `This service does not know the host ${base.hostname.slice(0, 256)}. If it is its own, set WEIR_PUBLIC_URL.`,
    )
  }
}

const forbidden = (message: string) => new ServiceError('FORBIDDEN', message)

const isLoopbackName = (name: string) =>
  name === 'localhost' || name.endsWith('.localhost') || isLoopback(name.replaceAll(/^\[|\]$/g, ''))

const arrivesAtLoopback = ({ socket }: IncomingMessage) => isLoopback(socket.localAddress ?? '')

const isLoopback = (address: string) =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
