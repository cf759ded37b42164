import type { Element } from 'domhandler'
import { isClientRoute } from '#base/client-route.ts'
import { createJoinUrl } from './join-url.ts'
import { listedLengthMax, listedUrl } from './page-url.ts'

interface PageAddress {
  readonly pageUrl: string
  readonly baseUrl: string
}

/** A page with more links than this is not read by anyone. */
export const linksMax = 100_000

/**
 * The http and https links of a whole page, given its linking elements: absolute, each once, in document order.
 * Links to a place on the page itself are left out; those to other pages of its router are not.
 */
export function listLinks(
  elements: readonly Element[],
  { pageUrl, baseUrl }: PageAddress,
): string[] {
  const links = new Set<string>()
  const isOwnBase = baseUrl === pageUrl
  const join = createJoinUrl(baseUrl)
  const self = `${withoutFragment(pageUrl)}#`
  for (const { attribs } of elements) {
    const { href } = attribs
    if (href === undefined || (isOwnBase && isPlace(href))) continue
    const link = join(href) ?? listedUrl(href, baseUrl)
    if (link === undefined || link.length > listedLengthMax) continue
    if (!link.startsWith(self) || isClientRoute(link.slice(self.length - 1))) links.add(link)
    if (links.size >= linksMax) break
  }
  return [...links]
}

const isPlace = (href: string) => href.startsWith('#') && !isClientRoute(href)

const withoutFragment = (url: string) => URL.parse(url)?.href.split('#', 1)[0] ?? url
