import { isTag, isText, type ChildNode, type Document, type Element, type Text } from 'domhandler'
import { isHidden } from '#content/html/styles/element-style.ts'
import { absoluteUrl } from '#content/html/page-url.ts'
import { unseenTags } from '#content/html/walk.ts'

/** A visible run of text. */
export interface Run {
  readonly texts: Text[]
  /** URLs of its links, and of its pictures with a leading `!`. */
  readonly targets: string[]
  /** Index of its element. */
  readonly place: number
  /** Characters, and characters in links. */
  length: number
  linkLength: number
}

/** An element and the index of its parent; parents come first. */
export interface Place {
  readonly element: Element | undefined
  readonly around: number
  readonly isLink: boolean
  /** Whether it is in `<noscript>`, which is read where it is the content. */
  readonly isNoscript: boolean
}

const inlineTags = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark math nobr q rp rt ruby s samp small span strike strong sub sup time tt u var wbr img picture'.split(
    ' ',
  ),
)
const unreadTags = new Set([...unseenTags].filter((name) => name !== 'head' && name !== 'noscript'))

/** Elements that end a run. */
const boundary = Symbol('boundary')

/** The runs of a page in order, and their elements. Linear, without recursion. */
export function listRuns(document: Document, baseUrl: string) {
  const places: Place[] = [{ element: undefined, around: -1, isLink: false, isNoscript: false }]
  const runs: Run[] = []
  let open: Run | undefined
  let waiting: string[] = []
  const openIn = (place: number): Run => {
    if (!open) runs.push((open = { texts: [], targets: [], place, length: 0, linkLength: 0 }))
    return open
  }
  const stack: ({ node: ChildNode; around: number } | typeof boundary)[] = []
  const pushAll = (nodes: readonly ChildNode[], around: number) => {
    for (const node of nodes.toReversed()) stack.push({ node, around })
  }
  pushAll(document.children, 0)
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next === boundary) {
      open = undefined
      continue
    }
    const { node, around } = next
    const isInLink = places[around]?.isLink ?? false
    if (isText(node) && (open || node.data.trim() !== '')) {
      const run = openIn(around)
      if (isInLink) run.targets.unshift(...waiting)
      waiting = []
      addText(run, node, isInLink)
    }
    if (!isTag(node) || isUnread(node)) continue
    const isNoscript = node.name === 'noscript' || places[around]?.isNoscript === true
    const isLink = isInLink || node.name === 'a'
    const place = places.push({ element: node, around, isLink, isNoscript }) - 1
    const target = findTarget(node, baseUrl)
    // A link around blocks is that of the first text in it.
    if (isBlockLink(node)) waiting = target === undefined ? [] : [target]
    else if (target !== undefined) openIn(place).targets.push(target)
    if (!inlineTags.has(node.name) || isBlockLink(node)) {
      open = undefined
      stack.push(boundary)
    }
    pushAll(node.children, place)
  }
  return { places, runs }
}

const isBlockLink = ({ name, children }: Element): boolean =>
  name === 'a' && children.some((child) => isTag(child) && !inlineTags.has(child.name))

function addText(run: Run, text: Text, isInLink: boolean): void {
  run.texts.push(text)
  const { length } = text.data.trim()
  run.length += length
  if (isInLink) run.linkLength += length
}

function isUnread(element: Element): boolean {
  return unreadTags.has(element.name) || isHidden(element) || isPermalink(element)
}

/** The permalink symbol of a heading. */
function isPermalink({ name, attribs, children }: Element): boolean {
  if (name !== 'a' || !attribs['href']?.startsWith('#')) return false
  return children.every((child) => isText(child) && !/[\p{L}\p{N}]/u.test(child.data))
}

function findTarget(element: Element, baseUrl: string): string | undefined {
  const { name, attribs } = element
  if (name !== 'a' && name !== 'img') return undefined
  const address = attribs[name === 'a' ? 'href' : 'src']
  // Links on pictures or arrows are paging; their target is not compared.
  if (name === 'a' && !hasWords(element)) return undefined
  if (address === undefined || address.startsWith('data:')) return undefined
  const url = absoluteUrl(address, baseUrl)
  return url && (name === 'img' ? '!' : '') + url.replaceAll(/\s/g, '%20')
}

/** Maximum nodes searched for words in a link. */
const lookedAtMax = 40

function hasWords(link: Element): boolean {
  const nodes: ChildNode[] = link.children.slice(0, lookedAtMax)
  for (const node of nodes) {
    if (nodes.length >= lookedAtMax) return true
    if (isText(node) && /[\p{L}\p{N}]/u.test(node.data)) return true
    if (isTag(node)) nodes.push(...node.children.slice(0, lookedAtMax))
  }
  return false
}
