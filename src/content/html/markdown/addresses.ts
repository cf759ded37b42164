import { createJoinUrl } from '#content/html/join-url.ts'
import { noAddress } from '#kernel/no-address.ts'
import { singleSpaced } from './white-space.ts'

/** Resolves the addresses of links and images against the page's base, and makes them fit for Markdown. */
export interface Addresses {
  /** The absolute address; undefined for scripts and for nothing. Data addresses, and relative ones where the page has no address, come out as they are. */
  readonly resolve: (address: string) => string | undefined
}

export function createAddresses(baseUrl: string): Addresses {
  const base = baseUrl !== noAddress && URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  const join = createJoinUrl(baseUrl)
  const pageAddress = base ? base.href.slice(0, base.href.length - base.hash.length) : ''
  return {
    resolve: (address) => {
      const joined = join(address)
      if (joined !== undefined) return joined
      const trimmed = address.trim()
      if (trimmed === '' || script.test(trimmed)) return undefined
      if (data.test(trimmed)) return trimmed
      if (trimmed.startsWith('#')) return encode(pageAddress + trimmed)
      const url = URL.parse(trimmed, base?.href)
      return encode(url?.href ?? trimmed)
    },
  }
}

// oxlint-disable-next-line no-control-regex -- browsers ignore control characters in schemes
const script = /^[\u0000- ]*(?:javascript|vbscript)\s*:/i
const data = /^data:/i

/** Parentheses, brackets of tags and white space would end a Markdown address; an entity would be decoded. */
const encode = (address: string): string =>
  /[\s()<>\\]|&#?\w+;/.test(address)
    ? address
        .replaceAll(/[\s()<>\\]/g, (character) => percentEncoded(character))
        .replaceAll(/&(?=#?\w+;)/g, '&amp;')
    : address

const percentEncoded = (character: string): string => {
  const encoded = encodeURIComponent(character)
  return encoded === character
    ? `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
    : encoded
}

/** A title as Markdown writes it after an address; nothing when there is none. */
export const titlePart = (title: string | undefined): string => {
  if (title === undefined) return ''
  const text = singleSpaced(title).trim()
  return text === '' ? '' : ` "${text.replaceAll(/["\\]|&(?=#?\w+;)/g, '\\$&')}"`
}
