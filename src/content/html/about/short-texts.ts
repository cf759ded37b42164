import { isTag, isText, type ChildNode, type Document, type Element } from 'domhandler'
import { oneLine, textOf, unseenTags } from '#content/html/walk.ts'

export interface ShortText {
  /** With what it introduces. */
  readonly text: string
  /** As it stands alone. */
  readonly own: string
  /** Its element. */
  readonly element: Element
}

const lengthMax = 120
/** With the indentation of the source. */
const rawLengthMax = 500
const nodesMax = 8_000
const textsMax = 200

/**
 * Short texts of a page in reading order, those after its heading first: bylines and dates without telling class or
 * attribute.
 */
export function shortTexts(document: Document): ShortText[] {
  const before: ShortText[] = []
  const after: ShortText[] = []
  const stack: ChildNode[] = document.children.toReversed()
  let isAfter = false
  for (let visited = 0; visited < nodesMax && after.length < textsMax; visited++) {
    const node = stack.pop()
    if (!node) break
    if (isText(node)) {
      const { parent, data } = node
      if (data.length > rawLengthMax || !parent || !isTag(parent)) continue
      // Most text is the indentation between elements.
      const trimmed = data.trim()
      const text = trimmed.length < 2 ? '' : oneLine(trimmed)
      if (text.length < 2 || text.length > lengthMax) continue
      const list = isAfter ? after : before
      const isIntro = text.length < introLengthMax && parent.children.length > 1
      list.push({ text: isIntro ? withRest(parent, text) : text, own: text, element: parent })
      continue
    }
    if (!isTag(node) || unseenTags.has(node.name)) continue
    if (node.name === 'h1') isAfter = true
    for (let index = node.children.length - 1; index >= 0; index--) {
      const child = node.children[index]
      if (child) stack.push(child)
    }
  }
  return [...after, ...before.slice(-textsMax)]
}

/** `By` and `Stand:` may be followed by their value in the next element. */
const introLengthMax = 25

function withRest(parent: Element, text: string): string {
  const whole = oneLine(textOf(parent, { lengthMax: 2 * lengthMax }))
  return whole.length <= lengthMax && whole.startsWith(text) ? whole : text
}
