import type { ChildNode, ParentNode } from 'domhandler'

/** Makes `kept` the children of `parent`, in one pass: removing one by one would be quadratic on wide elements. */
export function keepChildren(parent: ParentNode, kept: ChildNode[]): void {
  parent.children = kept
  let previous: ChildNode | null = null
  for (const child of kept) {
    child.parent = parent
    child.prev = previous
    child.next = null
    if (previous) previous.next = child
    previous = child
  }
}
