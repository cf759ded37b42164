import { listParentDomains } from '#kernel/url.ts'

/** Tests hosts against domains and `*.domain` patterns. */
export interface DomainList {
  has(host: string): boolean
}

const pattern = /^(?:\*\.)?(?:[a-z\d_-]{1,63}\.)+[a-z\d-]{1,63}$/

/** An entry in the spelling of parsed URLs: lower case, Punycode, without a final dot. Undefined for what is no entry. */
export function readDomain(entry: string): string | undefined {
  const prefix = entry.startsWith('*.') ? '*.' : ''
  const name = entry.slice(prefix.length)
  if (!/^[\p{L}\p{M}\p{N}._-]+$/u.test(name)) return undefined
  const ascii = URL.parse(`ws://${name.replace(/\.$/, '')}`)?.hostname ?? ''
  return ascii.length <= 253 && pattern.test(prefix + ascii) ? prefix + ascii : undefined
}

/** The host of a URL, as lists name it. */
export const listedHost = ({ hostname }: URL): string =>
  hostname.endsWith('.') ? hostname.slice(0, -1) : hostname

/** An entry matches the host itself; `*.domain` matches the subdomains of the domain, not the domain. */
export function createDomainList(entries: readonly string[]): DomainList {
  const names = entries.flatMap((entry) => readDomain(entry) ?? [])
  const hosts = new Set(names.filter((name) => !name.startsWith('*.')))
  const parents = new Set(names.filter((name) => name.startsWith('*.')).map((n) => n.slice(2)))
  return {
    has: (host) => hosts.has(host) || listParentDomains(host).some((parent) => parents.has(parent)),
  }
}
