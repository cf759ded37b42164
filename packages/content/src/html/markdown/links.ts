import { isTag, isText, type ChildNode, type Element } from 'domhandler'
import { titlePart } from './addresses.ts'
import { writeMark } from './footnotes.ts'
import type { Handler } from './handler.ts'

/** `<a>`: a link. Permalinks of headings and backlinks of footnotes are omitted. */
export const link: Handler = {
  enter: (element, writer) => {
    if (writeMark(element, writer)) return false
    const { addresses, links, title } = writer
    const { href, title: caption } = element.attribs
    const isFragment = href?.startsWith('#') ?? false
    const isHeadingLink = isFragment && title?.kind === 'heading'
    if (isFragment && (isSign(element) || isBackReference(element, isHeadingLink))) return false
    const url = href === undefined || isHeadingLink ? undefined : addresses.resolve(href)
    links.open({
      target: url?.startsWith('data:') ? undefined : url,
      title: caption?.trim() ?? '',
      titlePart: titlePart(caption),
      carrier: () => findCarrier(element),
    })
    return true
  },
  leave: (_, { links }) => links.close(),
}

const sign = /^[#¶§🔗↩↑⤴^]\uFE0E?\uFE0F?$/u

/** A link whose text is one symbol: a permalink or a backlink. */
function isSign(element: Element): boolean {
  let only: ChildNode | undefined = element
  for (let depth = 0; depth < 4 && only && isTag(only); depth += 1) {
    if (only.children.length > 1) return false
    only = only.children[0]
  }
  return only !== undefined && isText(only) && sign.test(only.data.trim())
}

/** The text of a heading may lead back to the table of contents. */
const isBackReference = ({ attribs, parent }: Element, isHeadingLink: boolean): boolean =>
  (parent !== null && isTag(parent) && /cite-backlink/.test(parent.attribs['class'] ?? '')) ||
  (attribs['role'] === 'doc-backlink' && !isHeadingLink) ||
  attribs['data-footnote-backref'] !== undefined ||
  /footnote-?back|reversefootnote|headerlink/.test(attribs['class'] ?? '')

const inspectedMax = 200

/** Element of a link around blocks that becomes the link: the heading, else the text, else any content. */
function findCarrier(element: Element): 'heading' | 'text' | 'any' {
  const stack: ChildNode[] = [element]
  let hasText = false
  for (let count = 0; count < inspectedMax; count += 1) {
    const node = stack.pop()
    if (!node) break
    if (isText(node)) hasText ||= node.data.trim() !== ''
    else if (isTag(node)) {
      if (/^h[1-6]$/.test(node.name)) return 'heading'
      for (let child = Math.min(node.children.length, inspectedMax) - 1; child >= 0; child -= 1) {
        const next = node.children[child]
        if (next) stack.push(next)
      }
    }
  }
  return hasText ? 'text' : 'any'
}
