import { Element, isTag, type ChildNode, type ParentNode } from 'domhandler'
import { keepChildren } from '#content/html/keep-children.ts'

/** Wraps a page in one root, because malformed pages have elements beside `<html>`. */
export const wrap = (document: ParentNode): Element => new Element('div', {}, document.children)

/** Elements that are replaced by their children. */
const wrapperTags = new Set(['html', 'head', 'body'])

/** The nodes of a page without wrapping elements. */
export function unwrap(root: Element): readonly ChildNode[] {
  const nodes: ChildNode[] = []
  const stack = root.children.toReversed()
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!isTag(node) || !wrapperTags.has(node.name)) nodes.push(node)
    else
      for (let index = node.children.length - 1; index >= 0; index--) {
        const child = node.children[index]
        if (child) stack.push(child)
      }
  }
  const top = new Element('div', {})
  keepChildren(top, nodes)
  return nodes
}
