import { isTag, isText, type ChildNode, type Document, type Element } from 'domhandler'
import { oneLine, readText, unseenTags } from '#content/html/walk.ts'
import { isBlank } from '#content/html/white-space.ts'

export interface ShortText {
  /** With what it introduces. */
  readonly text: string
  /** As it stands alone. */
  readonly own: string
  /** Its element. */
  readonly element: Element
  /** Number of short texts between it and the heading of the page; infinite for a page without one. */
  readonly distance: number
}

const lengthMax = 120
/** With the indentation of the source. */
const rawLengthMax = 500
const nodesMax = 8_000
const textsMax = 200

/**
 * Short texts of a page in reading order, those after its heading first: bylines and dates without telling class or
 * attribute. In a page without `<h1>` a text that its title contains is the heading.
 */
export function shortTexts(document: Document, title: string | undefined): ShortText[] {
  const before: Omit<ShortText, 'distance'>[] = []
  const after: Omit<ShortText, 'distance'>[] = []
  const stack: ChildNode[] = document.children.toReversed()
  let isAfter = false
  for (let visited = 0; visited < nodesMax && after.length < textsMax; visited++) {
    const node = stack.pop()
    if (!node) break
    if (isText(node)) {
      const { parent, data } = node
      if (data.length > rawLengthMax || !parent || !isTag(parent)) continue
      // Most text is the indentation between elements.
      if (isBlank(data)) continue
      const text = oneLine(data.trim())
      if (text.length < 2 || text.length > lengthMax) continue
      if (title !== undefined && text.length >= titleLengthMin && title.includes(text)) {
        isAfter = true
      }
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
  return [
    ...after.map((text, distance) => ({ ...text, distance })),
    ...before.slice(-textsMax).map((text, index, { length }) => ({
      ...text,
      distance: isAfter ? length - index - 1 : Infinity,
    })),
  ]
}

/** Shorter texts may be in the title by chance, or the name of the site. */
const titleLengthMin = 20

/** `By` and `Stand:` may be followed by their value in the next element. */
const introLengthMax = 25

function withRest(parent: Element, text: string): string {
  const whole = oneLine(readText(parent, { lengthMax: 2 * lengthMax }))
  return whole.length <= lengthMax && whole.startsWith(text) ? whole : text
}
