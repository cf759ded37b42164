import { isTag, type Document, type Element, type ParentNode } from 'domhandler'
import { isAddress } from './address.ts'
import { shortText } from './short-text.ts'
import { createTargets } from './target.ts'
import { isVisible } from './visible.ts'

/** A link to another site, with the element that stands for its title. */
export interface TitleLink {
  readonly anchor: Element
  /** The heading around or inside of the link, else the link. */
  readonly title: Element
  readonly url: string
}

const linksMax = 5_000
const headingDepthMax = 3
const nodesPerLinkMax = 200

/** Links to other sites with a text, in document order; hidden ones are left out. */
export function findTitleLinks(
  document: Document,
  { pageUrl, baseUrl }: { readonly pageUrl: string; readonly baseUrl: string },
): TitleLink[] {
  const findTarget = createTargets(pageUrl, baseUrl)
  const links: TitleLink[] = []
  let seen = 0
  for (const anchor of visibleElements(document)) {
    const href = anchor.name === 'a' ? anchor.attribs['href'] : undefined
    if (href === undefined) continue
    if (++seen > linksMax) break
    const url = findTarget(href)
    if (url === undefined || shortText([anchor]) === '') continue
    links.push({ anchor, title: findHeading(anchor) ?? anchor, url })
  }
  return withoutAddresses(links)
}

/** Without links that show an address, if another link to the same page shows a title. */
function withoutAddresses(links: readonly TitleLink[]): TitleLink[] {
  const showsAddress = ({ anchor }: TitleLink) => isAddress(shortText([anchor]))
  const titled = new Set(links.filter((link) => !showsAddress(link)).map(({ url }) => url))
  return links.filter((link) => !titled.has(link.url) || !showsAddress(link))
}

function visibleElements(document: Document): Element[] {
  const elements: Element[] = []
  const stack: ParentNode[] = [document]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isTag(node)) elements.push(node)
    for (const child of node.children.toReversed()) {
      if (isTag(child) && isVisible(child)) stack.push(child)
    }
  }
  return elements
}

const isHeading = ({ name, attribs }: Element) =>
  /^h[1-6]$/.test(name) || attribs['role'] === 'heading'

/** Inside of the link, or around it. */
function findHeading(anchor: Element): Element | undefined {
  const stack: Element[] = [anchor]
  let nodes = 0
  for (let node = stack.pop(); node && nodes < nodesPerLinkMax; node = stack.pop(), nodes++) {
    if (isHeading(node)) return node
    for (const child of node.children.toReversed()) if (isTag(child)) stack.push(child)
  }
  let node = anchor.parent
  for (let depth = 0; node && isTag(node) && depth < headingDepthMax; depth++) {
    if (isHeading(node)) return node
    node = node.parent
  }
  return undefined
}

/** `h3` or `heading` for headings, else `a`: titles of results are of one kind. */
export const detectKind = ({ title }: TitleLink) => (isHeading(title) ? title.name : 'a')
