import { isTag, isText, type ChildNode, type Element } from 'domhandler'
import { singleSpaced } from '#content/html/white-space.ts'
import { escapeText } from './escape.ts'

const nodesMax = 30

/** Title of an icon in a cell without text. */
export function iconText(cell: Element): string {
  const stack: ChildNode[] = cell.children.toReversed()
  for (let count = 0; count < nodesMax; count += 1) {
    const node = stack.pop()
    if (!node) return ''
    if (!isTag(node)) continue
    const name = node.attribs['title'] ?? node.attribs['aria-label'] ?? findTitle(node)
    const text = singleSpaced(name ?? '').trim()
    if (text !== '') return escapeText(text, { isCell: true, isLink: false })
    stack.push(...node.children.slice(0, nodesMax).toReversed())
  }
  return ''
}

/** Title of an SVG drawing. */
function findTitle({ name, children }: Element): string | undefined {
  const [text] = name === 'title' ? children : []
  return text && isText(text) ? text.data : undefined
}
