import { isTag, type ChildNode, type Element } from 'domhandler'

const blockTags = new Set(
  'p div ul ol dl table pre blockquote section article h1 h2 h3 h4 h5 h6 figure details hr li'.split(
    ' ',
  ),
)

/** Elements visited before the result is assumed to be true. */
const inspectedMax = 500

/** Whether an element contains a block element. */
export function hasBlocks(element: Element): boolean {
  const stack: ChildNode[] = element.children.slice(0, inspectedMax)
  for (let count = 0; stack.length > 0; count += 1) {
    const node = stack.pop()
    if (!node || !isTag(node)) continue
    if (count > inspectedMax || blockTags.has(node.name)) return true
    for (const child of node.children.slice(0, inspectedMax)) stack.push(child)
  }
  return false
}
