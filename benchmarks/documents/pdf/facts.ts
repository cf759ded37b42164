import { selectAll } from 'css-select'
import { hasChildren, isTag, isText, type ChildNode, type Element } from 'domhandler'
import { textContent } from 'domutils'
import { parseDocument } from 'htmlparser2'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

/** Facts of a document that can be searched in another reading of it, as plain words. */
export interface Facts {
  readonly headings: string[]
  readonly rows: string[]
  readonly items: string[]
  readonly links: string[]
}

export const kinds = ['headings', 'rows', 'items', 'links'] as const

/** Only letters and digits, so that punctuation, emphasis and spacing do not count. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

/** The text of an item without that of items inside it. */
const ownNodes = (item: Element) =>
  item.children.filter((child) => !isTag(child) || (child.name !== 'ul' && child.name !== 'ol'))

/** The facts of an HTML page. */
export function readFacts(html: string): Facts {
  const document = parseDocument(html)
  const all = (selector: string): Element[] => selectAll(selector, document.children.filter(isTag))
  return {
    headings: all('h1,h2,h3,h4,h5,h6').map((heading) => plain(textContent(heading))),
    rows: all('tr').map((row) =>
      row.children
        .flatMap((cell) => ('name' in cell ? [plain(textContent(cell))] : []))
        .join(' | '),
    ),
    items: all('li').map((item) => plain(textContent(ownNodes(item)))),
    links: all('a[href]').map((link) => `${plain(textContent(link))} ${link.attribs['href']}`),
  }
}

/** All visible words of an HTML page, in order. */
export function splitWords(html: string): string[] {
  const document = parseDocument(html)
  const body = selectAll('body', document.children.filter(isTag))
  const nodes = body.length > 0 ? body : document.children
  const words = plain(nodes.map(spaced).join(' '))
  // Scripts without spaces are split into characters.
  return words
    .replaceAll(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, ' $& ')
    .trim()
    .split(/\s+/)
}

/** Words of different blocks are separate. */
const spaced = (node: ChildNode): string => {
  if (isText(node)) return node.data
  if (!hasChildren(node)) return ''
  if (isTag(node) && /^(?:script|style|head)$/.test(node.name)) return ''
  const isBlock = isTag(node) && !/^(?:a|b|i|em|strong|code|span|sup|sub|small)$/.test(node.name)
  const text = node.children.map(spaced).join('')
  return isBlock ? ` ${text} ` : text
}

export const writeHtml = (markdown: string) =>
  micromark(markdown, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    allowDangerousHtml: true,
  })

export interface Count {
  readonly wanted: number
  readonly found: number
  readonly invented: number
}

/** Counts expected facts that were found, and found facts that were not expected. */
export function compare(wanted: readonly string[], got: readonly string[]): Count {
  const left = new Map<string, number>()
  for (const one of got) left.set(one, (left.get(one) ?? 0) + 1)
  let found = 0
  for (const one of wanted) {
    const count = left.get(one) ?? 0
    if (count === 0) continue
    found++
    left.set(one, count - 1)
  }
  return { wanted: wanted.length, found, invented: got.length - found }
}

export const sumCounts = (counts: readonly Count[]): Count => ({
  wanted: counts.reduce((sum, { wanted }) => sum + wanted, 0),
  found: counts.reduce((sum, { found }) => sum + found, 0),
  invented: counts.reduce((sum, { invented }) => sum + invented, 0),
})

export const percent = (part: number, whole: number) =>
  whole === 0 ? '' : `${Math.round((100 * part) / whole)} %`
