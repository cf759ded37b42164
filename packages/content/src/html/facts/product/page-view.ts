import { isTag, isText, type ChildNode, type Document, type Element } from 'domhandler'
import { isHidden } from '#content/html/styles/element-style.ts'

/** A text of a page as its reader meets it. */
export interface ViewPiece {
  readonly text: string
  readonly element: Element
  /** Number of characters before it. */
  readonly at: number
}

export interface PlacedElement {
  readonly element: Element
  readonly at: number
}

/** What a page shows, judged by its markup alone. */
export interface PageView {
  readonly pieces: readonly ViewPiece[]
  readonly headings: readonly PlacedElement[]
  readonly buttons: readonly PlacedElement[]
}

const unseen = new Set('script style noscript template svg head select option textarea'.split(' '))
const piecesMax = 30_000
const buttonsMax = 500

/** Reads the shown texts, first-level headings and buttons of a page in one walk. */
export function makeView(document: Document): PageView {
  const pieces: ViewPiece[] = []
  const headings: PlacedElement[] = []
  const buttons: PlacedElement[] = []
  const stack: ChildNode[] = document.children.toReversed()
  let at = 0
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isText(node)) {
      const text = node.data.trim()
      if (text === '' || !node.parent || !isTag(node.parent)) continue
      if (pieces.length >= piecesMax) break
      pieces.push({ text, element: node.parent, at })
      at += text.length + 1
      continue
    }
    if (!isTag(node) || unseen.has(node.name) || isHidden(node)) continue
    if (node.name === 'h1') headings.push({ element: node, at })
    if (buttons.length < buttonsMax && isButton(node)) buttons.push({ element: node, at })
    for (let index = node.children.length - 1; index >= 0; index -= 1) {
      const child = node.children[index]
      if (child) stack.push(child)
    }
  }
  return { pieces, headings, buttons }
}

function isButton({ name, attribs }: Element): boolean {
  if (name === 'button') return true
  if (name === 'input') return /^(?:submit|button|image)$/i.test(attribs['type'] ?? '')
  return name === 'a' && /btn|button|cart|buy/i.test(attribs['class'] ?? '')
}
