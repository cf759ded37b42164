import { isTag, isText, type ChildNode, type Element, type ParentNode } from 'domhandler'
import { isPreview } from '#content/html/markdown/math.ts'
import { keptMedia } from './kept-media.ts'
import { readText } from '#content/html/walk.ts'
import { keepChildren } from '#content/html/keep-children.ts'

/**
 * Removes those of the elements of a page, which are in document order, that have no readable text: scripts, controls. Hidden elements
 * are kept, because pages unfold them. `<noscript>` is kept when it has text (some forums have every post there).
 */
export function dropUnreadable(elements: readonly Element[]): void {
  const parents = new Set<ParentNode>()
  for (const { name, parent } of elements)
    if (parent && (unreadableTags.has(name) || name === 'noscript')) parents.add(parent)
  for (const parent of parents) keepChildren(parent, parent.children.flatMap(readable))
}

const unreadableTags = new Set(
  (
    'script style template svg iframe object embed canvas link meta title base select option ' +
    'input textarea datalist audio video map'
  ).split(' '),
)

function readable(node: ChildNode): ChildNode[] {
  // The source of a formula that a script has rendered follows.
  if (isTag(node) && isPreview(node)) return []
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
    readText(noscript, { lengthMax: 4 * noscriptCharactersMin }).trim().length >
    noscriptCharactersMin
  )
}
