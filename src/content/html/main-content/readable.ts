import { isTag, isText, type ChildNode, type Element, type ParentNode } from 'domhandler'
import { keptMedia } from '#content/html/kept-media.ts'
import { textOf } from '#content/html/walk.ts'
import { keepChildren } from './keep-children.ts'

/**
 * Removes elements without readable text: scripts, controls, comments. Hidden elements are kept, because pages unfold them.
 * `<noscript>` is kept when it has text (some forums have every post there).
 */
export function dropUnreadable(root: ParentNode): void {
  const stack: ParentNode[] = [root]
  for (let parent = stack.pop(); parent !== undefined; parent = stack.pop()) {
    if (!parent.children.every(isReadable)) keepChildren(parent, parent.children.flatMap(readable))
    for (const child of parent.children) if (isTag(child)) stack.push(child)
  }
}

const unreadableTags = new Set(
  (
    'script style template svg iframe object embed canvas link meta title base select option ' +
    'input textarea datalist audio video map'
  ).split(' '),
)

function readable(node: ChildNode): ChildNode[] {
  if (isReadable(node)) return [node]
  return isTag(node) ? keptMedia(node) : []
}

function isReadable(node: ChildNode): boolean {
  if (isText(node)) return true
  if (!isTag(node) || unreadableTags.has(node.name)) return false
  return node.name !== 'noscript' || hasText(node)
}

/** Shorter `<noscript>` texts are notices or tracking pixels. */
const noscriptCharactersMin = 400

function hasText(noscript: Element): boolean {
  return (
    textOf(noscript, { lengthMax: 4 * noscriptCharactersMin }).trim().length > noscriptCharactersMin
  )
}
