import { isIP } from 'node:net'
import type { Caller } from '#kernel/caller.ts'
import {
  addressForms,
  isGlobalUnicast,
  isInside,
  parseAddress,
  parseCidr,
  type Address,
} from './address.ts'
import { NetError } from './failure.ts'
import { createLookup, type Lookup } from './lookup.ts'

/** An address that was checked and may be dialled. */
export interface PinnedAddress {
  readonly address: string
  readonly family: 4 | 6
}

export interface Destination {
  /** Name or literal address without brackets, as in a parsed URL. */
  readonly host: string
  readonly port: number
}

export interface Guard {
  /**
   * Resolves the host once and returns its addresses if all of them are allowed.
   * Throws `NetError` of kind `address` if there is none or any is not allowed; both errors are
   * indistinguishable.
   */
  resolve(destination: Destination, caller: Caller): Promise<readonly PinnedAddress[]>
  /** Whether this address may be dialled for the given destination. */
  isAllowed(address: string, destination: Destination): boolean
}

export interface GuardOptions {
  /** Private ranges that the operator allows, for example `10.1.0.0/16`. */
  readonly allowedCidrs?: readonly string[]
  /** Names (or `*.suffix`) that may resolve to private addresses. */
  readonly allowedHosts?: readonly string[]
  /** Whether the address belongs to this machine or to a service that Weir uses. */
  readonly isOwnAddress?: (address: string, destination: Destination) => boolean
  readonly lookup?: Lookup
  /** Called for every refused target, without the target, which may be secret. */
  readonly onRefused?: () => void
}

/**
 * Always refused: they return credentials of the machine (cloud metadata), reach the machine itself (unspecified), or are no
 * single host (multicast).
 */
const neverOpen = [
  '169.254.0.0/16',
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  'fd00:ec2::/32',
  'fd20:ce::254/128',
  'fd00:42::42/128',
  'fd00:c1::a9fe:a9fe/128',
  'fd00:a9fe:a9fe::1/128',
  'fe80::a9fe:a9fe/128',
  '0.0.0.0/8',
  '::/128',
  '224.0.0.0/4',
  '255.255.255.255/32',
  'ff00::/8',
].map(parseCidr)

/** Decides which addresses may be dialled, in any notation. */
export function createGuard(options: GuardOptions = {}): Guard {
  const lookup = options.lookup ?? createLookup()
  const isOwnAddress = options.isOwnAddress ?? (() => false)
  const opened = (options.allowedCidrs ?? []).map(parseCidr)
  const isOpenedHost = hostMatcher(options.allowedHosts ?? [])

  function isAllowed(text: string, destination: Destination): boolean {
    const address = parseAddress(text)
    if (!address) return false
    const forms = addressForms(address)
    if (forms.some((form) => neverOpen.some((cidr) => isInside(form, cidr)))) return false
    if (forms.some((form) => isOwnAddress(form.toString(), destination))) return false
    return isOpenedHost(destination.host) || forms.every(isOpen)
  }

  const isOpen = (form: Address) =>
    isGlobalUnicast(form) || opened.some((cidr) => isInside(form, cidr))

  async function resolve(
    destination: Destination,
    caller: Caller,
  ): Promise<readonly PinnedAddress[]> {
    const { host } = destination
    const answers = isIP(host)
      ? [{ address: host, family: isIP(host) }]
      : await lookup(host, caller).catch((error: unknown) => {
          caller.signal.throwIfAborted()
          throw noAddress(error)
        })
    const isClosed = answers.some(({ address }) => !isAllowed(address, destination))
    if (isClosed) options.onRefused?.()
    if (isClosed || answers.length === 0) throw noAddress()
    return answers.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
  }

  return { resolve, isAllowed }
}

const noAddress = (cause?: unknown) => new NetError('address', 'ERR_NAME_NOT_RESOLVED', { cause })

const bare = (host: string) => host.toLowerCase().replace(/\.$/, '')

function hostMatcher(patterns: readonly string[]): (host: string) => boolean {
  const exact = new Set(patterns.map(bare))
  const suffixes = patterns
    .filter((pattern) => pattern.startsWith('*.'))
    .map((p) => bare(p.slice(1)))
  return (host) => exact.has(bare(host)) || suffixes.some((suffix) => bare(host).endsWith(suffix))
}
