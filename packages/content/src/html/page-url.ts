import type { Element } from 'domhandler'
import { noAddress } from '#base/no-address.ts'

/** A longer base is not looked at: every link would become as long. */
const baseLengthMax = 2_048

/** Base URL of relative links: the first `<base href>`, else the URL of the page. */
export function findBaseUrl(elements: readonly Element[], pageUrl: string): string {
  for (const element of elements) {
    const href = element.name === 'base' ? element.attribs['href'] : undefined
    if (href === undefined) continue
    const isShort = href.length <= baseLengthMax
    return (isShort ? absoluteHttpUrl(href, pageUrl) : undefined) ?? pageUrl
  }
  return pageUrl
}

/** Longer URLs are treated as data, not links. */
const urlLengthMax = 8_192

/** Longest absolute URL of a list: V8 tells longer texts apart by comparing each with all others of its length. */
export const listedLengthMax = 16_000

/** Absolute URL of a reference; undefined when it is not an http or https URL. */
export function absoluteHttpUrl(reference: string, baseUrl: string): string | undefined {
  const url = absoluteUrl(reference, baseUrl)
  return url?.startsWith('http://') || url?.startsWith('https://') ? url : undefined
}

/** Absolute URL of a reference of any scheme; undefined when it is not a URL. */
export function absoluteUrl(reference: string, baseUrl: string): string | undefined {
  if (reference.length > urlLengthMax) return undefined
  return URL.parse(reference.trim(), baseUrl === noAddress ? undefined : baseUrl)?.href
}

/** A reference as it appears in lists of links: absolute, http or https; unchanged where there is no base URL. */
export function listedUrl(reference: string, baseUrl: string): string | undefined {
  if (baseUrl !== noAddress) return absoluteHttpUrl(reference, baseUrl)
  const written = reference.trim()
  const isRelative = !/^(#|[a-z][a-z\d+.-]*:|$)/i.test(written) && written.length <= urlLengthMax
  return isRelative ? written : absoluteHttpUrl(written, baseUrl)
}
