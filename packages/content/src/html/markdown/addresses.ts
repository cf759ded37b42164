import { createJoinUrl } from '#content/html/join-url.ts'
import { singleSpaced } from '#content/html/white-space.ts'
import { noAddress } from '#base/no-address.ts'

/** Resolves URLs of links and images against the base URL and escapes them for Markdown. */
export interface Addresses {
  /** Absolute URL; undefined for script URLs and empty ones. Data URLs, and relative ones of a page without URL, are unchanged. */
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

/** Characters that would end a Markdown URL, and entities, which would be decoded. */
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

/** A Markdown link title with its leading space; empty without a title. */
export const titlePart = (title: string | undefined): string => {
  if (title === undefined) return ''
  const text = singleSpaced(title).trim()
  return text === '' ? '' : ` "${text.replaceAll(/["\\]|&(?=#?\w+;)/g, '\\$&')}"`
}
