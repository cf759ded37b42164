import { isTag, isText, type ChildNode, type Document, type Element } from 'domhandler'
import { oneLine, textOf, unseenTags } from '#content/html/walk.ts'
import { isElsewhere } from './evidence.ts'

const lengthMax = 120
/** With the indentation of the source. */
const rawLengthMax = 500
const nodesMax = 8_000
const textsMax = 150

/**
 * The short texts of a page as its reader meets them, those after its heading first: bylines and dates that no class and no
 * attribute gives away. Texts of comments, teasers, navigation and footer are left out.
 */
export function shortTexts(document: Document): string[] {
  const before: string[] = []
  const after: string[] = []
  const stack: ChildNode[] = document.children.toReversed()
  let isAfter = false
  for (let visited = 0; visited < nodesMax && after.length < textsMax; visited++) {
    const node = stack.pop()
    if (!node) break
    if (isText(node)) {
      const { parent, data } = node
      if (data.length > rawLengthMax || !parent || !isTag(parent)) continue
      const text = oneLine(data)
      if (text.length < 2 || text.length > lengthMax || isElsewhere(parent)) continue
      const list = isAfter ? after : before
      const isIntro = text.length < introLengthMax && parent.children.length > 1
      list.push(isIntro ? withRest(parent, text) : text)
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

/** `By` and `Stand:` are followed by what they introduce, which may be in an element of its own. */
const introLengthMax = 25

function withRest(parent: Element, text: string): string {
  const whole = oneLine(textOf(parent, { lengthMax: 2 * lengthMax }))
  return whole.length <= lengthMax && whole.startsWith(text) ? whole : text
}
