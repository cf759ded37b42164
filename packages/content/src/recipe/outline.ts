import { isTag, isText, type Document, type Element } from 'domhandler'
import { oneLine, unseenTags } from '#content/html/walk.ts'

const textLengthMax = 80
const valueLengthMax = 60
const depthMax = 60
/** Equal siblings that are shown; of the others only their number. */
const likeMax = 3
const attributes = ['id', 'class', 'itemprop', 'itemtype', 'data-testid', 'role', 'name', 'rel']
const addresses = ['href', 'src', 'datetime', 'content']

/** The elements of a page with the attributes that selectors use and the beginnings of their texts, at most so many characters. */
export function outlineElements(document: Document, lengthMax: number): string {
  const lines: string[] = []
  let length = 0
  /** False when the limit is reached. */
  function add(line: string): boolean {
    length += line.length + 1
    if (length > lengthMax) return false
    lines.push(line)
    return true
  }
  const stack: { readonly node: Element; readonly depth: number; readonly rest: number }[] = []
  const push = (parent: Document | Element, depth: number) => {
    const children = listShown(parent)
    for (const { element, rest } of children.toReversed())
      stack.push({ node: element, depth, rest })
  }
  push(document, 0)
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node, depth, rest } = next
    const indent = ' '.repeat(Math.min(depth, depthMax))
    const more = rest > 0 ? ` <!-- and ${rest} more like it -->` : ''
    if (!add(`${indent}${makeTag(node)}${ownText(node)}${more}`)) break
    if (depth < depthMax) push(node, depth + 1)
  }
  return lines.join('\n')
}

const makeTag = ({ name, attribs }: Element): string => {
  const parts = [...attributes, ...addresses].flatMap((key) => {
    const value = attribs[key]?.trim()
    return value ? [`${key}="${oneLine(value).slice(0, valueLengthMax)}"`] : []
  })
  return `<${[name, ...parts].join(' ')}>`
}

const ownText = ({ children }: Element): string => {
  const text = children.map((child) => (isText(child) ? child.data : ' ')).join('')
  return oneLine(text.slice(0, 2_000)).slice(0, textLengthMax)
}

/** The child elements that are shown; `rest` is the number of those like the last one that are not. */
function listShown(parent: Document | Element): { element: Element; rest: number }[] {
  const shown: { element: Element; rest: number }[] = []
  const counts = new Map<string, number>()
  for (const child of parent.children) {
    if (!isTag(child) || (unseenTags.has(child.name) && child.name !== 'head')) continue
    const kind = `${child.name} ${child.attribs['class'] ?? ''}`
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    if (count <= likeMax) shown.push({ element: child, rest: 0 })
  }
  for (const [kind, count] of counts) {
    if (count <= likeMax) continue
    const last = shown.findLast(
      ({ element }) => kind === `${element.name} ${element.attribs['class'] ?? ''}`,
    )
    if (last) last.rest = count - likeMax
  }
  return shown
}
