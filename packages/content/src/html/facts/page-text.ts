import { isTag, isText, type ChildNode, type Document } from 'domhandler'

const lengthMax = 2_000_000
/** Scripts that hold more are programs rather than data. */
const scriptLengthMax = 300_000

const attributeNames = ['content', 'alt', 'title', 'datetime', 'href', 'aria-label'] as const

/** All that a page says, to look values up in: its texts, the attributes that hold texts, and the data of its scripts. */
export function pageText(document: Document): string {
  const parts: string[] = []
  const stack: ChildNode[] = document.children.toReversed()
  const size = { characters: 0 }
  const put = (text: string | undefined) => {
    if (text === undefined || text === '') return
    parts.push(text)
    size.characters += text.length
  }
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (size.characters > lengthMax) break
    if (isText(node)) put(node.data)
    if (!isTag(node) || node.name === 'style') continue
    const [first] = node.children
    if (node.name === 'script') {
      const isData = /json/i.test(node.attribs['type'] ?? '') && first && isText(first)
      if (isData && first.data.length <= scriptLengthMax) put(first.data)
      continue
    }
    for (const name of attributeNames) put(node.attribs[name])
    for (let at = node.children.length - 1; at >= 0; at -= 1) {
      const child = node.children[at]
      if (child) stack.push(child)
    }
  }
  return parts.join('\n').slice(0, lengthMax)
}
