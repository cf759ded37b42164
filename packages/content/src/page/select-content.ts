import { Element, Text, isTag, type ChildNode, type Document } from 'domhandler'
import { dropUnseen } from './clean.ts'
import { findMainContent } from '#content/html/main-content/main-content.ts'
import { unframe } from './frames.ts'
import { keepChildren } from '#content/html/keep-children.ts'
import type { NotedElements } from '#content/html/about/noted-elements.ts'
import { settleHidden } from '#content/html/styles/hidden-parts.ts'
import type { Select } from '#content/html/selectors.ts'
import { listElements } from '#content/html/walk.ts'
import { settleLayout } from '#content/html/settle-layout.ts'

interface Selection {
  readonly onlyMainContent: boolean
  readonly includeTags: readonly string[]
  readonly excludeTags: readonly string[]
}

/**
 * Selects the part of a page that markdown and html are made of. Consumes the tree.
 * Both lists of selectors apply to the unmodified page. `excludeTags` are removed first; `includeTags`, if any,
 * replace the main content: the outermost matches, in document order. Fails with `BAD_REQUEST`.
 */
export function selectContent(
  document: Document,
  selection: Selection,
  { noted, select }: { readonly noted: NotedElements; readonly select: Select },
): readonly ChildNode[] {
  const matches = (field: 'includeTags' | 'excludeTags') =>
    new Set(selection[field].flatMap((selector, at) => select(document, selector, [field, at])))
  const included = matches('includeTags')
  remove(matches('excludeTags'))
  unframe(noted.frames)
  settleLayout(noted.all)
  if (selection.includeTags.length > 0) {
    const chosen = outermost(document, included).map(readable)
    for (const element of chosen) dropUnseen(element)
    return chosen
  }
  if (selection.onlyMainContent) return findMainContent(document, noted)
  settleHidden(document, noted.all)
  dropUnseen(document)
  return document.children
}

function remove(excluded: ReadonlySet<ChildNode>): void {
  if (excluded.size === 0) return
  const parents = new Set([...excluded].flatMap(({ parent }) => parent ?? []))
  for (const parent of parents) {
    keepChildren(
      parent,
      parent.children.filter((child) => !excluded.has(child)),
    )
  }
}

function outermost(document: Document, included: ReadonlySet<Element>): Element[] {
  const inside = new Set<ChildNode>()
  const chosen: Element[] = []
  for (const element of listElements(document)) {
    const isInside = inside.has(element)
    if (included.has(element) && !isInside) chosen.push(element)
    if (!isInside && !included.has(element)) continue
    for (const child of element.children) if (isTag(child)) inside.add(child)
  }
  return chosen
}

/** An explicitly included frame without a document is a link to its URL. */
function readable(element: Element): Element {
  if (element.name !== 'iframe') return element
  const { src, title } = element.attribs
  if (src === undefined) return element
  const link = around('a', { href: src }, new Text(title ?? src))
  return around('iframe', element.attribs, around('p', {}, link))
}

function around(name: string, attributes: Element['attribs'], child: ChildNode): Element {
  const element = new Element(name, attributes)
  keepChildren(element, [child])
  return element
}
