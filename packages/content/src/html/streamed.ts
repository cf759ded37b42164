import { isTag, type ChildNode, type Element } from 'domhandler'
import { keepChildren } from './keep-children.ts'
import { openShadowRoots } from './shadow-roots.ts'
import { parsePage, parseSource, type ParsedPage } from './parse.ts'
import { type Source } from './source.ts'
import { listElements } from './walk.ts'

/** Calls of React and Solid, which send parts out of order. Solid names only the part; its place has a prefix. */
const call = /\$R[CRXS]?\("([^"]+)","([^"]+)"|\$df\("([^"]+)"/g
const solidPlace = 'pl-'

/** Limit of moved parts, because each may move a wide element. */
const callsMax = 500

const opening = '$'
const closing = '/$'

/**
 * Parses HTML as browsers show it: parts that the server streamed after the page stand where scripts would put them, in place of their
 * fallback, and declared shadow roots in their elements.
 */
export function parseStreamed(source: Source): ParsedPage {
  return openShadowRoots(parsePlaced(source))
}

function parsePlaced(source: Source): ParsedPage {
  if (!source.signs.includes('$RC("') && !source.signs.includes('$df("')) return parseSource(source)
  const html = source.text()
  const page = parsePage(withStreamMarks(html), 'html')
  placeStreamed(page, html)
  return { ...page, elements: listElements(page.document) }
}

/** Turns the comment markers of such a page into elements, because the parser drops comments. */
const withStreamMarks = (html: string): string =>
  html
    .replaceAll(/<!--\$[?!~]?-->/g, `<template id="${opening}"></template>`)
    .replaceAll(/<!--(?:\/\$|pl-[\w-]{1,50})-->/g, `<template id="${closing}"></template>`)

function placeStreamed({ elements }: ParsedPage, html: string): void {
  const calls = [...html.matchAll(call).take(callsMax)]
  const byId = new Map<string, Element>()
  for (const element of elements) {
    const { id } = element.attribs
    if (id !== undefined && !byId.has(id)) byId.set(id, element)
  }
  for (const [, first = '', second = '', part = ''] of calls) {
    if (part !== '') {
      const [from, to] = [byId.get(part), byId.get(solidPlace + part)]
      if (from?.name === 'template' && to?.name === 'template') put(from, to)
      continue
    }
    const [one, other] = [first, second].map((id) => byId.get(id))
    if (!one || !other) continue
    // Nested parts use the other naming.
    if (one.name === 'template') put(other, one)
    else if (other.name === 'template') put(one, other)
  }
}

function put(part: Element, place: Element): void {
  const [from, to] = [part.parent, place.parent]
  if (!from || !to || isInside(place, part)) return
  keepChildren(
    from,
    from.children.filter((child) => child !== part),
  )
  const at = to.children.indexOf(place)
  const end = endOfWaiting(to.children, at)
  keepChildren(to, [...to.children.slice(0, at), ...part.children, ...to.children.slice(end)])
}

/** End of the fallback; directly after the placeholder when there is no end marker. */
function endOfWaiting(siblings: readonly ChildNode[], at: number): number {
  let depth = 0
  for (let index = at + 1; index < siblings.length; index += 1) {
    const mark = findMark(siblings[index])
    if (mark === opening) depth += 1
    else if (mark === closing && depth-- === 0) return index
  }
  return at + 1
}

function findMark(node: ChildNode | undefined): string | undefined {
  return node && isTag(node) && node.name === 'template' ? node.attribs['id'] : undefined
}

function isInside(element: Element, outer: Element): boolean {
  for (let node: Element['parent'] = element; node; node = node.parent)
    if (node === outer) return true
  return false
}
