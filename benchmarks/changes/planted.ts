import { selectAll } from 'css-select'
import { render } from 'dom-serializer'
import {
  Element,
  Text,
  isTag,
  isText,
  type AnyNode,
  type ChildNode,
  type Document,
} from 'domhandler'
import { appendChild, prepend, removeElement, textContent } from 'domutils'
import { parseDocument } from 'htmlparser2'
import type { Site } from './sites.ts'

/** A page and its content container. */
interface Ground {
  readonly document: Document
  readonly content: readonly Element[]
  /** Elements in it that are not content. */
  readonly beside: ReadonlySet<AnyNode>
}

/** Changes the page; returns false if the page has no suitable element. */
export type Change = (ground: Ground) => boolean

/** The changed page; undefined if it has no suitable element. */
export function plant(html: string, site: Site, change: Change): string | undefined {
  const document = parseDocument(html)
  const content = selectAll<AnyNode, Element>(site.content, document)
    .toSorted((one, other) => textContent(other).length - textContent(one).length)
    .slice(0, 1)
  const beside = new Set<AnyNode>(selectAll(`nav, ${site.without ?? 'nav'}`, document))
  if (!change({ document, content, beside })) return undefined
  return render(document, { decodeEntities: true })
}

const all = (ground: Ground, selector: string): Element[] =>
  selectAll<AnyNode, Element>(selector, ground.document)
const inContent = (ground: Ground, selector: string): Element[] =>
  ground.content
    .flatMap((root) => selectAll<AnyNode, Element>(selector, [root]))
    .filter((element) => !isBeside(element, ground))

function isBeside(node: AnyNode, { beside }: Ground): boolean {
  for (let around: AnyNode | null = node; around; around = around.parent) {
    if (beside.has(around)) return true
  }
  return false
}

/** The middle element, so that every run chooses the same. */
const middle = <Item>(items: readonly Item[]): Item | undefined =>
  items[Math.floor(items.length / 2)]

const parseNodes = (html: string): ChildNode[] => parseDocument(html).children

function insert(parents: readonly Element[], html: string, where: 'first' | 'last'): boolean {
  const [parent] = parents
  if (!parent) return false
  for (const node of parseNodes(html)) {
    if (where === 'last' || !parent.firstChild) appendChild(parent, node)
    else prepend(parent.firstChild, node)
  }
  return true
}

const stamp = 'Last updated: 21 November 2026, 10:04'

/** Changes that must be ignored. */
export const noise: Readonly<Record<string, Change>> = {
  'advertisement at the top': (it) =>
    insert(
      all(it, 'body'),
      '<div class="ad-slot" id="ad-7731"><a href="/b?c=81">Buy one, get two</a></div>',
      'first',
    ),
  'advertisement in the content': (it) =>
    insert(it.content, '<div class="advertisement">Try our hosting for a month</div>', 'last'),
  'item of the navigation': (it) =>
    insert(
      all(it, 'body'),
      '<nav><ul><li><a href="/new">A new chapter</a></li></ul></nav>',
      'first',
    ),
  'banner of a release': (it) =>
    insert(
      all(it, 'body'),
      '<div role="banner" class="version-banner">Version 9.4 is out. <a href="/9.4">Read more</a></div>',
      'first',
    ),
  'cookie notice': (it) =>
    insert(
      all(it, 'body'),
      '<div id="cookie-banner" role="dialog">We use cookies. <button>Accept all</button></div>',
      'last',
    ),
  'footer with a date': (it) =>
    insert(
      all(it, 'body'),
      `<footer>© 2001-2026 The authors. ${stamp}. Built with care 5.1.0.</footer>`,
      'last',
    ),
  'date of the last update in the content': (it) => insert(it.content, `<p>${stamp}</p>`, 'last'),
  'relative time in the content': (it) => insert(it.content, '<p>Updated 3 hours ago</p>', 'last'),
  'white space': (it) => eachText(it, (text) => text.replaceAll(/ /g, '\n  ')),
  'zero-width characters': (it) =>
    eachText(it, (text) => text.replaceAll(/(\p{L})(\p{L})/gu, '$1\u200b$2')),
  'order of attributes': (it) =>
    each(it, '*', ({ attribs }) => {
      for (const [name, value] of Object.entries(attribs).toReversed()) {
        delete attribs[name]
        attribs[name] = value
      }
    }),
  'tracking in links': (it) =>
    each(it, 'a[href]', ({ attribs }) => {
      const [address = '', fragment] = (attribs['href'] ?? '').split('#')
      if (address !== '')
        attribs['href'] =
          `${address}${address.includes('?') ? '&' : '?'}utm_source=a1b2${fragment ? `#${fragment}` : ''}`
    }),
  'session in links': (it) =>
    each(it, 'a[href$=".html"]', ({ attribs }) => {
      attribs['href'] += ';jsessionid=1A530637289A03B07199A44E8D531427'
    }),
  'hashes of assets': (it) =>
    each(it, 'img[src], link[href], script[src]', ({ attribs }) => {
      for (const name of ['src', 'href']) if (attribs[name]) attribs[name] += '?v=8f31c0de'
    }),
  'nonces and tokens': (it) =>
    each(it, 'script, style', ({ attribs }) => {
      attribs['nonce'] = 'Zm9vYmFy'
    }) && insert(all(it, 'head'), '<meta name="csrf-token" content="8fa3c21b9d">', 'last'),
  'other classes': (it) =>
    each(it, 'p, li, td, pre, span, code', ({ attribs }) => {
      attribs['class'] = `css-1x${(attribs['class'] ?? '').length}a9`
    }),
  'one more wrapper': (it) => {
    const [body] = all(it, 'body')
    if (!body) return false
    const inner = body.children
    body.children = []
    const wrapper = new Element('div', { class: 'page-wrapper' }, inner)
    appendChild(body, wrapper)
    return true
  },
}

/** Changes that must be detected. */
export const edits: Readonly<Record<string, Change>> = {
  'a word replaced': (it) => inMiddleText(it, (text) => replaceWord(text, 'zebra')),
  'a word removed': (it) => inMiddleText(it, (text) => replaceWord(text, '')),
  '“not” added': (it) => inMiddleText(it, (text) => text.replace(/(\w{3,}) (\w{3,})/, '$1 not $2')),
  'two words exchanged': (it) =>
    inMiddleText(it, (text) =>
      text.replace(/(\p{L}{4,}) (\p{L}{4,})/u, (whole, one: string, two: string) =>
        one === two ? whole : `${two} ${one}`,
      ),
    ),
  'a digit changed': (it) =>
    inTextWith(it, /\d/, (text) => text.replace(/\d/, (digit) => String((Number(digit) + 1) % 10))),
  'two digits exchanged': (it) =>
    inTextWith(it, /(\d)(?!\1)\d/, (text) => text.replace(/(\d)(?!\1)(\d)/, '$2$1')),
  'a paragraph removed': (it) => {
    const paragraph = middle(long(inContent(it, 'p')))
    if (paragraph) removeElement(paragraph)
    return paragraph !== undefined
  },
  'a paragraph added': (it) =>
    insert(
      it.content,
      '<p>This is only done when the second gate has been closed for an hour.</p>',
      'last',
    ),
  'two paragraphs exchanged': (it) => exchange(long(inContent(it, 'p'))),
  'a row added': (it) => {
    const row = middle(inContent(it, 'tr').filter((each) => textContent(each).trim() !== ''))
    if (!row?.parent) return false
    for (const node of parseNodes('<table><tr><td>A new row</td><td>42</td></tr></table>')) {
      const [added] = selectAll<AnyNode, Element>('tr', [node])
      if (added) prepend(row, added)
    }
    return true
  },
  'an item removed': (it) => {
    const item = middle(inContent(it, 'li').filter((each) => textContent(each).trim() !== ''))
    if (item) removeElement(item)
    return item !== undefined
  },
  'a heading changed': (it) => change(middle(inContent(it, 'h2, h3')), (text) => `${text} revised`),
  'a code sample changed': (it) =>
    change(middle(inContent(it, 'pre')), (text) => text.replace(/\w+/, 'renamed')),
  'a link led elsewhere': (it) => {
    const link = middle(inContent(it, 'a[href^="http"]'))
    if (link) link.attribs['href'] = 'https://other.example/elsewhere'
    return link !== undefined
  },
}

function each(ground: Ground, selector: string, work: (element: Element) => void): boolean {
  const elements = all(ground, selector)
  for (const element of elements) work(element)
  return elements.length > 0
}

function eachText(ground: Ground, work: (text: string) => string): boolean {
  for (const text of texts(ground)) text.data = work(text.data)
  return true
}

/** Visible texts outside of code samples. */
function texts(ground: Ground): Text[] {
  const found: Text[] = []
  const stack: AnyNode[] = [...ground.content].toReversed()
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isText(node)) found.push(node)
    else if (isTag(node) && !/^(script|style|pre|nav|template|textarea)$/.test(node.name)) {
      if (ground.beside.has(node) || node.attribs['class'] === 'headerlink') continue
      stack.push(...node.children.toReversed())
    }
  }
  return found
}

const inMiddleText = (ground: Ground, work: (text: string) => string) =>
  inTextWith(ground, /\p{L}{4,} \p{L}{4,}/u, work)

function inTextWith(ground: Ground, pattern: RegExp, work: (text: string) => string): boolean {
  const text = middle(texts(ground).filter(({ data }) => pattern.test(data)))
  return changeText(text, work)
}

function changeText(text: Text | undefined, work: (text: string) => string): boolean {
  const changed = text && work(text.data)
  if (
    !text ||
    changed === undefined ||
    changed.replaceAll(/\s/g, '') === text.data.replaceAll(/\s/g, '')
  )
    return false
  text.data = changed
  return true
}

function change(element: Element | undefined, work: (text: string) => string): boolean {
  if (!element) return false
  const text = element.children.find((child) => isText(child) && child.data.trim() !== '')
  return text instanceof Text && changeText(text, work)
}

const replaceWord = (text: string, word: string) => text.replace(/\p{L}{4,}/u, word)

const long = (elements: readonly Element[]) =>
  elements.filter((element) => textContent(element).trim().length > 40)

function exchange(elements: readonly Element[]): boolean {
  const half = Math.floor(elements.length / 2)
  const [one, other] = [elements[half - 1], elements[half]]
  if (!one || !other || textContent(one) === textContent(other)) return false
  ;[one.children, other.children] = [other.children, one.children]
  return true
}
