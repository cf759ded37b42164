import { oneLine } from '#base/one-line.ts'
import { render } from 'dom-serializer'
import { Element, Text, type ChildNode, type Document } from 'domhandler'
import {
  appendChild,
  findAll,
  getElementsByTagName,
  prepend,
  removeElement,
  replaceElement,
  textContent,
} from 'domutils'
import { parseDocument } from 'htmlparser2'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import type { ResolveLink } from './links.ts'

/** The text below a heading, for the search. */
export interface PageSection {
  /** Empty for the text before the second heading. */
  readonly anchor: string
  readonly heading: string
  readonly level: number
  readonly text: string
}

export interface RenderedMarkdown {
  readonly html: string
  readonly title: string
  /** The first sentence of the page. */
  readonly description: string
  readonly sections: readonly PageSection[]
}

/** Renders Markdown of the repository as HTML without scripts, styles and raw HTML. */
export function renderMarkdown(markdown: string, resolve: ResolveLink): RenderedMarkdown {
  // Comments mark the printed parts of a document; the words after the language of a code block are its label.
  const source = markdown
    .split('\n')
    .filter((line) => !(line.startsWith('<!--') && line.endsWith('-->')))
    .join('\n')
    .replaceAll(/^( *```\w+) ([\w ]+)$/gm, (_, fence: string, label: string) => {
      return `${fence}:${label.replaceAll(' ', '_')}`
    })
  const document = parseDocument(
    micromark(source, { extensions: [gfm()], htmlExtensions: [gfmHtml()] }),
  )
  addAnchors(document)
  const sections = listSections(document)
  const paragraph = getElementsByTagName('p', document, true, 1)[0]
  const rendered = {
    title: sections[0]?.heading ?? '',
    description: paragraph ? firstSentence(oneLine(textContent(paragraph))) : '',
    sections,
  }
  resolveLinks(document, resolve)
  for (const table of getElementsByTagName('table', document)) wrap(table, scrolling('Table'))
  for (const block of getElementsByTagName('pre', document)) markCode(block)
  return { ...rendered, html: render(document, { encodeEntities: 'utf8' }) }
}

const headings = new Set(['h1', 'h2', 'h3', 'h4'])

const isHeading = (node: ChildNode): node is Element =>
  node instanceof Element && headings.has(node.name)

/** Gives each heading an id, as GitHub makes it, and a link to itself. */
function addAnchors(document: Document): void {
  const used = new Map<string, number>()
  for (const heading of document.children.filter(isHeading)) {
    const slug = makeSlug(textContent(heading))
    const count = used.get(slug) ?? 0
    used.set(slug, count + 1)
    const id = count === 0 ? slug : `${slug}-${count}`
    heading.attribs['id'] = id
    if (heading.name === 'h1') continue
    const attributes = { class: 'anchor', href: `#${id}`, 'aria-hidden': 'true', tabindex: '-1' }
    appendChild(heading, new Element('a', attributes, [new Text('#')]))
  }
}

const makeSlug = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

function listSections(document: Document): PageSection[] {
  const sections: { anchor: string; heading: string; level: number; text: string }[] = []
  for (const node of document.children) {
    if (isHeading(node) && node.name !== 'h4') {
      const level = Number(node.name.slice(1))
      const anchor = level === 1 ? '' : (node.attribs['id'] ?? '')
      const heading = textContent(node).replace(/#$/, '')
      sections.push({ anchor, heading, level, text: '' })
      continue
    }
    const last = sections.at(-1)
    if (last) last.text = `${last.text} ${spaced(node)}`.trim()
  }
  return sections
}

/** The text of a node, with spaces between its blocks and cells. */
const spaced = (node: ChildNode): string =>
  oneLine(node instanceof Element ? node.children.map(spacedInline).join('') : textContent(node))

const isInline = new Set(['a', 'code', 'em', 'strong', 'del'])

const spacedInline = (node: ChildNode): string => {
  if (!(node instanceof Element)) return textContent(node)
  const text = node.children.map(spacedInline).join('')
  return isInline.has(node.name) ? text : ` ${text} `
}

const firstSentence = (text: string) =>
  /^.{10,300}?[.:](?= [A-Z]|$)/.exec(text)?.[0] ?? text.slice(0, 300)

function resolveLinks(document: Document, resolve: ResolveLink): void {
  for (const link of getElementsByTagName('a', document)) {
    const found = resolve(link.attribs['href'] ?? '')
    if (found === undefined) {
      replaceElement(link, new Element('span', {}, link.children))
      continue
    }
    link.attribs['href'] = found
    if (/^https?:/i.test(found)) link.attribs['rel'] = 'noreferrer'
  }
  for (const picture of getElementsByTagName('img', document)) {
    picture.attribs['src'] = resolve(picture.attribs['src'] ?? '') ?? ''
    picture.attribs['loading'] = 'lazy'
  }
}

/** What is wider than the page scrolls, also by keyboard. */
const scrolling = (label: string) => ({
  class: 'scrolling',
  role: 'group',
  'aria-label': label,
  tabindex: '0',
})

function wrap(element: Element, attributes: Record<string, string>): void {
  const wrapper = new Element('div', attributes)
  replaceElement(element, wrapper)
  appendChild(wrapper, element)
}

/** Blocks get their language and their label; adjacent labelled blocks become one group of alternatives. */
function markCode(block: Element): void {
  const [code] = findAll((node) => node.name === 'code', block.children)
  const name = /^language-([\w:-]+)$/.exec(code?.attribs['class'] ?? '')?.[1] ?? ''
  const [language = '', label] = name.split(':', 2)
  if (code) delete code.attribs['class']
  block.attribs['tabindex'] = '0'
  const attributes: Record<string, string> = { class: 'code', 'data-language': language }
  if (label === undefined) return wrap(block, attributes)
  const before = previousElement(block)
  const group = before?.attribs['class'] === alternatives ? before : groupBefore(block)
  removeElement(block)
  const figure = new Element('figure', attributes)
  appendChild(group, figure)
  appendChild(figure, new Element('figcaption', {}, [new Text(label.replaceAll('_', ' '))]))
  appendChild(figure, block)
}

const alternatives = 'alternatives'

function groupBefore(block: Element): Element {
  const group = new Element('div', { class: alternatives })
  prepend(block, group)
  return group
}

function previousElement(node: ChildNode): Element | undefined {
  let before = node.previousSibling
  while (before && !(before instanceof Element)) {
    if (before instanceof Text && before.data.trim() !== '') return undefined
    before = before.previousSibling
  }
  return before ?? undefined
}
