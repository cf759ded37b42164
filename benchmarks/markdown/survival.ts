import type { Document, Element } from 'domhandler'
import { getElementsByTagName, removeElement, textContent } from 'domutils'
import { parseDocument } from 'htmlparser2'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

/** Shares of headings, links and code that are found, with their text, in the rendered Markdown. */
export function survival(
  pages: readonly string[],
  convert: (document: Document) => string,
  baseUrl: string,
): number[] {
  const kinds = [headings, links, code]
  const [found, all] = [kinds.map(() => 0), kinds.map(() => 0)]
  for (const html of pages) {
    const source = parseDocument(html)
    const rendered = renderMarkdown(convert(source))
    dropInvisible(source)
    for (const [index, kind] of kinds.entries()) {
      const left = new Set(kind(rendered, baseUrl))
      for (const item of new Set(kind(source, baseUrl))) {
        all[index] = (all[index] ?? 0) + 1
        if (left.has(item)) found[index] = (found[index] ?? 0) + 1
      }
    }
  }
  return kinds.map((_, index) => (found[index] ?? 0) / (all[index] || 1))
}

export const renderMarkdown = (markdown: string): Document =>
  parseDocument(
    micromark(markdown, {
      extensions: [gfm()],
      htmlExtensions: [gfmHtml()],
      allowDangerousHtml: true,
      allowDangerousProtocol: true,
    }),
  )

export const tagged = (document: Document, names: readonly string[]): Element[] =>
  getElementsByTagName((name) => names.includes(name), document, true)

export function dropInvisible(document: Document): void {
  for (const element of tagged(
    document,
    'script style template svg noscript button head'.split(' '),
  )) {
    removeElement(element)
  }
  for (const element of getElementsByTagName('*', document, true)) {
    const { hidden, style = '' } = element.attribs
    if (hidden !== undefined || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style))
      removeElement(element)
  }
}

export const readLetters = (element: Document | Element): string =>
  textContent(element).replaceAll(/[^\p{L}\p{N}]+/gu, '')

const headings = (document: Document): string[] =>
  tagged(document, ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
    .map((element) => element.name + readLetters(element))
    .filter((line) => line.length > 2)

const links = (document: Document, baseUrl: string): string[] =>
  tagged(document, ['a']).flatMap((element) => {
    const url = URL.parse(element.attribs['href'] ?? '', baseUrl)
    return url && url.protocol.startsWith('http') && readLetters(element) !== '' ? [url.href] : []
  })

const code = (document: Document): string[] =>
  tagged(document, ['pre']).map(readLetters).filter(Boolean)
