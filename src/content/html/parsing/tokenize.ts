import { decodeHTML } from 'entities'
import { codes, endOfName, isLetter, isNameEnd } from './characters.ts'
import { readAttributes } from './read-attributes.ts'

/** Who is told what stands in a page, in its order. */
export interface TokenReceiver {
  /** Text between tags, entities decoded; one run of text may arrive in several parts. */
  readonly text: (data: string) => void
  readonly open: (name: string, attributes: Record<string, string>, isSelfClosing: boolean) => void
  readonly close: (name: string) => void
  /** Whether what was opened last belongs to a drawing or a formula, where other rules hold. */
  readonly isForeign: () => boolean
  /** Asked before every tag: whether to go on. */
  readonly wantsMore: () => boolean
}

/** Divides HTML into tags and text, as browsers do. A tag that the page ends in is no tag. */
export function tokenize(html: string, receiver: TokenReceiver): void {
  const page: Page = { html, receiver, hasCdataEnds: true }
  let textStart = 0
  for (
    let opening = html.indexOf('<');
    opening !== -1 && receiver.wantsMore();
    opening = html.indexOf('<', Math.max(textStart, opening + 1))
  ) {
    const end = markupEnd(page, opening, textStart)
    if (end !== undefined) textStart = end
  }
  if (textStart < html.length && receiver.wantsMore()) sendText(page, textStart, html.length)
}

interface Page {
  readonly html: string
  readonly receiver: TokenReceiver
  /** False once a CDATA section was found to have no end; no later one has. */
  hasCdataEnds: boolean
}

/** Reads what begins with `<`, after the text before it. Answers where it ends; undefined when it is only a sign. */
function markupEnd(page: Page, opening: number, textStart: number): number | undefined {
  const { html } = page
  const code = html.charCodeAt(opening + 1)
  const isOpening = isLetter(code)
  const isClosing = code === codes.slash && opening + 2 < html.length
  if (!isOpening && !isClosing && code !== codes.exclamation && code !== codes.question)
    return undefined
  if (textStart < opening) sendText(page, textStart, opening)
  if (isOpening) return readOpeningTag(page, opening + 1)
  if (isClosing) return readClosingTag(page, opening + 2)
  return readDeclaration(page, opening + 2)
}

function sendText({ html, receiver }: Page, start: number, end: number): void {
  const text = html.slice(start, end)
  receiver.text(text.includes('&') ? decodeHTML(text) : text)
}

/** Elements whose content is text up to their closing tag; `true` where entities count in it. */
const rawTextTags: ReadonlyMap<string, boolean> = new Map([
  ['iframe', false],
  ['noembed', false],
  ['noframes', false],
  ['plaintext', false],
  ['script', false],
  ['style', false],
  ['textarea', true],
  ['title', true],
  ['xmp', false],
])

function readOpeningTag(page: Page, start: number): number {
  const { html, receiver } = page
  const nameEnd = endOfName(html, start)
  const name = html.slice(start, nameEnd).toLowerCase()
  const { attributes, end, isSelfClosing } = readAttributes(html, nameEnd)
  if (end === undefined) return html.length
  const decodes = receiver.isForeign() ? undefined : rawTextTags.get(name)
  receiver.open(name, attributes, isSelfClosing)
  if (decodes === undefined) return end
  const textEnd = rawTextEnd(html, end, name)
  if (end < textEnd) {
    if (decodes) sendText(page, end, textEnd)
    else receiver.text(html.slice(end, textEnd))
  }
  return textEnd
}

function rawTextEnd(html: string, start: number, name: string): number {
  if (name === 'plaintext') return html.length
  for (let at = html.indexOf('</', start); at !== -1; at = html.indexOf('</', at + 2)) {
    const nameEnd = at + 2 + name.length
    const isEnd = isNameEnd(html.charCodeAt(nameEnd))
    if (isEnd && html.slice(at + 2, nameEnd).toLowerCase() === name) return at
  }
  return html.length
}

function readClosingTag({ html, receiver }: Page, start: number): number {
  if (!isLetter(html.charCodeAt(start))) return afterNext(html, '>', start)
  const nameEnd = endOfName(html, start)
  receiver.close(html.slice(start, nameEnd).toLowerCase())
  return afterNext(html, '>', nameEnd)
}

/** Comments, document types, and what is taken for a comment. */
function readDeclaration(page: Page, start: number): number {
  const { html } = page
  if (html.charCodeAt(start - 1) === codes.question) return afterNext(html, '>', start)
  if (html.startsWith('--', start)) return commentEnd(html, start + 2)
  if (page.hasCdataEnds && html.startsWith(cdata, start)) {
    const end = html.indexOf(']]>', start + cdata.length)
    page.hasCdataEnds = end !== -1
    if (end !== -1) {
      if (page.receiver.isForeign()) page.receiver.text(html.slice(start + cdata.length, end))
      return end + 3
    }
  }
  return afterNext(html, '>', start)
}

const cdata = '[CDATA['

function commentEnd(html: string, start: number): number {
  if (html.startsWith('>', start)) return start + 1
  if (html.startsWith('->', start)) return start + 2
  for (let at = html.indexOf('--', start); at !== -1; at = html.indexOf('--', at + 1)) {
    if (html.startsWith('>', at + 2)) return at + 3
    if (html.startsWith('!>', at + 2)) return at + 4
  }
  return html.length
}

/** The place after the next such sign; the end of the page where there is none. */
function afterNext(html: string, sign: string, start: number): number {
  const at = html.indexOf(sign, start)
  return at === -1 ? html.length : at + 1
}
