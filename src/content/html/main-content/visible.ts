import { isTag, isText, type ChildNode, type Element, type ParentNode } from 'domhandler'
import { keepChildren } from './keep-children.ts'

/**
 * Removes what a reader never sees: scripts, controls, hidden elements, comments.
 * `<noscript>` goes too, unless it carries the page (some forums keep every post there).
 */
export function dropInvisible(root: ParentNode): void {
  const keepsNoscript = noscriptCarriesThePage(root)
  const stack: ParentNode[] = [root]
  for (let parent = stack.pop(); parent !== undefined; parent = stack.pop()) {
    keepChildren(
      parent,
      parent.children.filter((child) => isVisible(child, keepsNoscript)),
    )
    for (const child of parent.children) if (isTag(child)) stack.push(child)
  }
}

const invisibleTags = new Set(
  (
    'script style template svg iframe object embed canvas dialog link meta select option button ' +
    'input textarea datalist audio video map'
  ).split(' '),
)

/** Small elements hidden from assistive technology are decoration; large ones are often carousels of real content. */
const decorativeTags = new Set(['span', 'i', 'a', 'ul', 'nav'])

const hidingStyle = /display\s*:\s*none|visibility\s*:\s*hidden/i

function isVisible(node: ChildNode, keepsNoscript: boolean): boolean {
  if (isText(node)) return true
  if (!isTag(node) || invisibleTags.has(node.name)) return false
  if (node.name === 'noscript') return keepsNoscript
  return !isHidden(node)
}

function isHidden({ name, attribs }: Element): boolean {
  if (attribs['hidden'] !== undefined || attribs['aria-modal'] === 'true') return true
  if (attribs['aria-hidden'] === 'true' && decorativeTags.has(name)) return true
  const style = attribs['style']
  return style !== undefined && hidingStyle.test(style)
}

/** Less text than this inside `<noscript>` is a notice or a tracking pixel. */
const noscriptCharactersMin = 400

/** How much more text `<noscript>` must hold than the rest of the page. */
const noscriptRatioMin = 1.5

function noscriptCarriesThePage(root: ParentNode): boolean {
  let [inside, outside] = [0, 0]
  const stack: { node: ParentNode; isInside: boolean }[] = [{ node: root, isInside: false }]
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    for (const child of top.node.children) {
      if (isText(child)) {
        const length = child.data.trim().length
        if (top.isInside) inside += length
        else outside += length
      } else if (isTag(child) && !invisibleTags.has(child.name)) {
        stack.push({ node: child, isInside: top.isInside || child.name === 'noscript' })
      }
    }
  }
  return inside > noscriptCharactersMin && inside > noscriptRatioMin * outside
}
