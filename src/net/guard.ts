import { isIP } from 'node:net'
import type { Waiter } from '#kernel/waiter.ts'
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

/** An address that may be dialled. */
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
   * Resolves once and answers every address of the host, all of them allowed.
   * Throws `NetError` of kind `address` when there is none or when a single one is not allowed,
   * and gives both cases the same face.
   */
  resolve(destination: Destination, waiter: Waiter): Promise<readonly PinnedAddress[]>
  /** Whether this address may be reached as the given destination. */
  isAllowed(address: string, destination: Destination): boolean
}

export interface GuardOptions {
  /** Private ranges the operator opens, for example `10.1.0.0/16`. */
  readonly allowedCidrs?: readonly string[]
  /** Names (or `*.suffix`) that may resolve to private addresses. */
  readonly allowedHosts?: readonly string[]
  /** Ranges that stay closed whatever is allowed, beside the built-in ones. */
  readonly neverAddresses?: readonly string[]
  /** Says whether the address belongs to this machine or to a service that Weir itself uses. */
  readonly isOwnAddress?: (address: string, destination: Destination) => boolean
  readonly lookup?: Lookup
  /** Told of every target that is refused for its address, without the target: it may be a secret. */
  readonly onRefused?: () => void
}

/**
 * Closed whatever the operator opens: they hand out credentials of the machine (cloud metadata)
 * or lead back to it in disguise (unspecified), or are no single host at all (multicast).
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
]

/** Decides which addresses may be reached (docs/api/scrape.md, private targets). One rule for every spelling. */
export function createGuard(options: GuardOptions = {}): Guard {
  const lookup = options.lookup ?? createLookup()
  const isOwnAddress = options.isOwnAddress ?? (() => false)
  const opened = (options.allowedCidrs ?? []).map(parseCidr)
  const never = [...neverOpen, ...(options.neverAddresses ?? [])].map(parseCidr)
  const isOpenedHost = hostMatcher(options.allowedHosts ?? [])

  function isAllowed(text: string, destination: Destination): boolean {
    const address = parseAddress(text)
    if (!address) return false
    const forms = addressForms(address)
    if (forms.some((form) => never.some((cidr) => isInside(form, cidr)))) return false
    if (forms.some((form) => isOwnAddress(form.toString(), destination))) return false
    return isOpenedHost(destination.host) || forms.every(isOpen)
  }

  const isOpen = (form: Address) =>
    isGlobalUnicast(form) || opened.some((cidr) => isInside(form, cidr))

  async function resolve(
    destination: Destination,
    waiter: Waiter,
  ): Promise<readonly PinnedAddress[]> {
    const { host } = destination
    const answers = isIP(host)
      ? [{ address: host, family: isIP(host) }]
      : await lookup(host, waiter).catch((error: unknown) => {
          waiter.signal.throwIfAborted()
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
