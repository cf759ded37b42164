import type { ChildNode, ParentNode } from 'domhandler'

/** Replaces the children of `parent` by `kept` in one pass; removing them one by one is quadratic on wide elements. */
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
