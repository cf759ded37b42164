import { isTag, type ChildNode, type Element } from 'domhandler'
import { keepChildren } from './keep-children.ts'
import { parsePage, parseSource, type ParsedPage } from './parse.ts'
import { type Source } from './source.ts'
import { listElements } from './walk.ts'

/** Markers of React streaming, which sends parts out of order. */
const call = /\$R[CRXS]?\("([^"]+)","([^"]+)"/g

/** Limit of moved parts, because each may move a wide element. */
const callsMax = 500

const opening = '$'
const closing = '/$'

/**
 * Parses HTML and moves parts that the server streamed after the page to where scripts
 * would put them: in place of their fallback.
 */
export function parseStreamed(source: Source): ParsedPage {
  if (!source.signs.includes('$RC("')) return parseSource(source)
  const html = source.text()
  const page = parsePage(withStreamMarks(html), 'html')
  placeStreamed(page, html)
  return { ...page, elements: listElements(page.document) }
}

/** Turns the comment markers of such a page into elements, because the parser drops comments. */
const withStreamMarks = (html: string): string =>
  html
    .replaceAll(/<!--\$[?!~]?-->/g, `<template id="${opening}"></template>`)
    .replaceAll('<!--/$-->', `<template id="${closing}"></template>`)

function placeStreamed({ elements }: ParsedPage, html: string): void {
  const calls = [...html.matchAll(call).take(callsMax)]
  const byId = new Map<string, Element>()
  for (const element of elements) {
    const { id } = element.attribs
    if (id !== undefined && !byId.has(id)) byId.set(id, element)
  }
  for (const [, first = '', second = ''] of calls) {
    const [place, part] = [first, second].map((id) => byId.get(id))
    if (!place || !part) continue
    // Nested parts use the other naming.
    if (place.name === 'template') put(part, place)
    else if (part.name === 'template') put(place, part)
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
