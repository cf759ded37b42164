import type { Document } from 'domhandler'
import { listedUrl } from './page-url.ts'
import { elementsOf } from './walk.ts'

interface PageAddress {
  readonly pageUrl: string
  readonly baseUrl: string
}

/** A page with more links than this is not read by anyone. */
export const linksMax = 100_000

/**
 * The http and https links of a whole page, absolute, each once, in document order.
 * Links to a place on the page itself are left out.
 */
export function linksOf(document: Document, { pageUrl, baseUrl }: PageAddress): string[] {
  const links = new Set<string>()
  const self = `${withoutFragment(pageUrl)}#`
  for (const element of elementsOf(document)) {
    if (element.name !== 'a' && element.name !== 'area') continue
    const href = element.attribs['href']
    const link = href === undefined ? undefined : listedUrl(href, baseUrl)
    if (link !== undefined && !link.startsWith(self)) links.add(link)
    if (links.size >= linksMax) break
  }
  return [...links]
}

const withoutFragment = (url: string) => URL.parse(url)?.href.split('#', 1)[0] ?? url
