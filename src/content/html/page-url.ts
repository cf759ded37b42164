import type { Element } from 'domhandler'
import { noAddress } from '#kernel/no-address.ts'

/** The URL that relative links of a page start from: the first `<base href>` of these elements, else its own. */
export function baseUrlOf(elements: readonly Element[], pageUrl: string): string {
  for (const element of elements) {
    const href = element.name === 'base' ? element.attribs['href'] : undefined
    if (href !== undefined) return absoluteHttpUrl(href, pageUrl) ?? pageUrl
  }
  return pageUrl
}

/** Longer ones are not links but data. */
const urlLengthMax = 8_192

/** A reference made absolute; undefined when it is not a URL or leads anywhere but to http and https. */
export function absoluteHttpUrl(reference: string, baseUrl: string): string | undefined {
  const url = absoluteUrl(reference, baseUrl)
  return url?.startsWith('http://') || url?.startsWith('https://') ? url : undefined
}

/** A reference of any scheme made absolute; undefined when it is not a URL. */
export function absoluteUrl(reference: string, baseUrl: string): string | undefined {
  if (reference.length > urlLengthMax) return undefined
  return URL.parse(reference.trim(), baseUrl === noAddress ? undefined : baseUrl)?.href
}

/** A reference as lists name it: absolute, http or https; as it is written where it has nothing to start from. */
export function listedUrl(reference: string, baseUrl: string): string | undefined {
  if (baseUrl !== noAddress) return absoluteHttpUrl(reference, baseUrl)
  const written = reference.trim()
  const isRelative = !/^(#|[a-z][a-z\d+.-]*:|$)/i.test(written) && written.length <= urlLengthMax
  return isRelative ? written : absoluteHttpUrl(written, baseUrl)
}
