import { decodeHTML, decodeHTMLAttribute } from 'entities/decode'
import { nextOther, type Source, type Utf8 } from './source.ts'

/** What is done with the tags and texts of a page, in their order. */
export interface Tokens {
  readonly text: (data: string) => void
  /** An attribute of the opening tag that follows. */
  readonly attribute: (name: string, value: string) => void
  /** Names of tags are given as written. */
  readonly openTag: (name: string, isSelfClosing: boolean) => void
  readonly closeTag: (name: string) => void
  /** Does so at once, if it can, with the name in a part of the page. */
  readonly closeNamed: (html: string, start: number, end: number) => boolean
  /** Whether the place is inside of SVG or MathML, where scripts, styles and titles are ordinary elements. */
  readonly isForeign: () => boolean
  /** Whether the rest of the page may be left out. */
  readonly isFull: () => boolean
}

/**
 * Splits HTML into tags and texts, as browsers do. Comments and declarations are left out. Searches for the signs that end a
 * part instead of reading one character after the other. False when the page must be decoded first, because the name of a tag is
 * not ASCII.
 */
export function tokenize({ signs: html, utf8 }: Source, tokens: Tokens): boolean {
  const other = utf8 ? -1 : beyond
  const page: Page = { html, utf8, tokens, other, ampersand: -1, cdataEnd: 0, commentEnd: 0 }
  /** Start of the text that has not been passed on yet. */
  let start = 0
  for (let at = html.indexOf('<'); at !== -1 && !tokens.isFull();) {
    const sign = html.charCodeAt(at + 1)
    const isClosing = sign === slash && at + 2 < html.length
    if (!isClosing && !isLetter(sign) && sign !== exclamation && sign !== question) {
      at = html.indexOf('<', at + 1)
      continue
    }
    if (at > start) tokens.text(textBetween(page, start, at))
    if (isClosing) start = readClosing(page, at + 2)
    else start = isLetter(sign) ? readOpening(page, at + 1) : skipDeclaration(page, at + 1)
    at = html.charCodeAt(start) === lessThan ? start : html.indexOf('<', start)
  }
  if (start < html.length && !tokens.isFull()) tokens.text(textBetween(page, start, html.length))
  return start !== beyond
}

/** A place beyond the end of every page. */
const beyond = 0x7f_ff_ff_ff

interface Page {
  readonly html: string
  readonly utf8: Utf8 | undefined
  readonly tokens: Tokens
  /** Place of the next byte that is not ASCII; beyond the end of a decoded page. */
  other: number
  /** Place of the next character reference that was searched for, so that no part is searched twice; the same for the others. */
  ampersand: number
  cdataEnd: number
  commentEnd: number
}

const [lessThan, slash, greaterThan, exclamation, question] = [0x3c, 0x2f, 0x3e, 0x21, 0x3f]
const [equals, quote, apostrophe, dash] = [0x3d, 0x22, 0x27, 0x2d]

const isLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a

const isSpace = (code: number): boolean =>
  code === 0x20 || (code >= 0x09 && code <= 0x0d && code !== 0x0b)

const isNameEnd = (code: number): boolean => code === greaterThan || code === slash || isSpace(code)

function hasReference(page: Page, start: number, end: number): boolean {
  if (page.ampersand < start) page.ampersand = indexOrEnd(page.html, '&', start)
  return page.ampersand < end
}

function indexOrEnd(html: string, sign: string, start: number): number {
  const found = html.indexOf(sign, start)
  return found === -1 ? html.length : found
}

/** Whether a part of the page has to be decoded. */
function isEncoded(page: Page, start: number, end: number): boolean {
  if (page.other < start && page.utf8) page.other = nextOther(page.utf8, start)
  return page.other < end
}

function partBetween(page: Page, start: number, end: number): string {
  return page.utf8 && isEncoded(page, start, end)
    ? page.utf8.bytes.toString('utf8', start, end)
    : page.html.slice(start, end)
}

function textBetween(page: Page, start: number, end: number): string {
  const text = partBetween(page, start, end)
  return hasReference(page, start, end) ? (withAmpersands(text) ?? decodeHTML(text)) : text
}

function valueBetween(page: Page, start: number, end: number): string {
  const value = partBetween(page, start, end)
  return hasReference(page, start, end)
    ? (withAmpersands(value) ?? decodeHTMLAttribute(value))
    : value
}

/** A text of which all references are `&amp;`, as most are; undefined for others. */
function withAmpersands(text: string): string | undefined {
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1))
    if (!text.startsWith('amp;', at + 1)) return undefined
  return text.replaceAll('&amp;', '&')
}

function endOfName(html: string, start: number): number {
  let at = start
  while (at < html.length && !isNameEnd(html.charCodeAt(at))) at++
  return at
}

/** Reads a closing tag from its name; returns where the page goes on. */
function readClosing(page: Page, start: number): number {
  const { html, tokens } = page
  const sign = html.charCodeAt(start)
  if (sign === greaterThan) return start + 1
  if (!isLetter(sign)) return afterSign(html, start)
  const end = endOfName(html, start)
  if (end === html.length) return end
  if (isEncoded(page, start, end)) return beyond
  if (!tokens.closeNamed(html, start, end)) tokens.closeTag(html.slice(start, end))
  return afterSign(html, end)
}

const afterSign = (html: string, start: number): number => {
  const end = html.indexOf('>', start)
  return end === -1 ? html.length : end + 1
}

/** Passes a comment, a declaration or a section of character data, from its exclamation or question mark. */
function skipDeclaration(page: Page, start: number): number {
  const { html } = page
  if (html.startsWith('!--', start)) return skipComment(page, start + 3)
  if (!html.startsWith('![CDATA[', start)) return afterSign(html, start)
  const data = start + cdataLength
  if (page.cdataEnd < data) page.cdataEnd = indexOrEnd(html, ']]>', data)
  // One that is not closed is a comment that ends with the tag.
  if (page.cdataEnd === html.length) return afterSign(html, start)
  if (page.tokens.isForeign()) page.tokens.text(partBetween(page, data, page.cdataEnd))
  return page.cdataEnd + 3
}

const cdataLength = '![CDATA['.length

function skipComment(page: Page, start: number): number {
  const { html } = page
  if (html.charCodeAt(start) === greaterThan) return start + 1
  if (html.charCodeAt(start) === dash && html.charCodeAt(start + 1) === greaterThan)
    return start + 2
  if (page.commentEnd < start) page.commentEnd = indexOrEnd(html, '--!>', start)
  const end = indexOrEnd(html, '-->', start)
  return Math.min(end + 3, page.commentEnd + 4, html.length)
}

/** Reads an opening tag from its name, and what follows it where that is no HTML; returns where the page goes on. */
function readOpening(page: Page, start: number): number {
  const { html, tokens } = page
  const end = endOfName(html, start)
  if (end === html.length) return end
  if (isEncoded(page, start, end)) return beyond
  const raw = tokens.isForeign() ? undefined : rawTagAt(page, start, end)
  let isSelfClosing = false
  for (let at = end; at < html.length;) {
    const code = html.charCodeAt(at)
    if (code === greaterThan) {
      tokens.openTag(html.slice(start, end), isSelfClosing)
      return raw ? readRaw(page, at + 1, raw) : at + 1
    }
    if (code === slash) isSelfClosing = true
    if (code === slash || isSpace(code)) at++
    else {
      isSelfClosing = false
      at = readAttribute(page, at)
    }
  }
  return html.length
}

/** The most frequent names of attributes, by length and first letter: no new text is made of these. */
const frequentNames: ReadonlyMap<number, string> = new Map(
  (
    'id src alt rel href type name role class style title width value height target content property tabindex ' +
    'aria-label aria-hidden data-id d fill srcset loading datetime itemprop'
  )
    .split(' ')
    .map((name) => [frequentKey(name.length, name.charCodeAt(0)), name]),
)

function frequentKey(length: number, first: number): number {
  return length * 0x80 + first
}

/** Names are in lower case on nearly all pages. */
function nameIn(page: Page, start: number, end: number): string {
  const { html } = page
  const frequent = frequentNames.get(frequentKey(end - start, html.charCodeAt(start)))
  if (frequent !== undefined && html.startsWith(frequent, start)) return frequent
  const name = partBetween(page, start, end)
  for (let at = start; at < end; at++) {
    const code = html.charCodeAt(at)
    if (code > 0x7e || (code >= 0x41 && code <= 0x5a)) return name.toLowerCase()
  }
  return name
}

/** Reads an attribute; returns its end, or that of the page if the tag is not closed. */
function readAttribute(page: Page, start: number): number {
  const { html, tokens } = page
  let at = start + 1
  while (at < html.length && !isNameEnd(html.charCodeAt(at)) && html.charCodeAt(at) !== equals) at++
  const name = nameIn(page, start, at)
  at = afterSpace(html, at)
  if (html.charCodeAt(at) !== equals) {
    if (at < html.length) tokens.attribute(name, '')
    return at
  }
  at = afterSpace(html, at + 1)
  const sign = html.charCodeAt(at)
  const isQuoted = sign === quote || sign === apostrophe
  const from = isQuoted ? at + 1 : at
  const end = isQuoted
    ? indexOrEnd(html, sign === quote ? '"' : "'", from)
    : endOfBareValue(html, from)
  if (end === html.length) return end
  tokens.attribute(name, valueBetween(page, from, end))
  return isQuoted ? end + 1 : end
}

function afterSpace(html: string, start: number): number {
  let at = start
  while (at < html.length && isSpace(html.charCodeAt(at))) at++
  return at
}

function endOfBareValue(html: string, start: number): number {
  let at = start
  while (at < html.length && !isSpace(html.charCodeAt(at)) && html.charCodeAt(at) !== greaterThan)
    at++
  return at
}

/** Elements whose content has no tags. */
const rawTags: ReadonlySet<string> = new Set(
  'script style iframe noembed noframes xmp title textarea plaintext'.split(' '),
)
const rawLetters: ReadonlySet<number> = new Set([...rawTags].map((name) => name.charCodeAt(0)))

/** The name of an opening tag if it is one of these. */
function rawTagAt(page: Page, start: number, end: number): string | undefined {
  if (!rawLetters.has(page.html.charCodeAt(start) | 0x20)) return undefined
  const name = nameIn(page, start, end)
  return rawTags.has(name) ? name : undefined
}

/** Those of them whose content has character references. */
const decodedTags: ReadonlySet<string> = new Set(['title', 'textarea'])

/** Reads the content of an element without tags, and its closing tag; returns where the page goes on. */
function readRaw(page: Page, start: number, name: string): number {
  const { html, tokens } = page
  const end = name === 'plaintext' ? html.length : endOfRaw(html, start, name)
  if (end > start)
    tokens.text(
      decodedTags.has(name) ? textBetween(page, start, end) : partBetween(page, start, end),
    )
  return end === html.length ? end : readClosing(page, end + 2)
}

function endOfRaw(html: string, start: number, name: string): number {
  for (let at = html.indexOf('</', start); at !== -1; at = html.indexOf('</', at + 2)) {
    const end = at + 2 + name.length
    if (isNameEnd(html.charCodeAt(end)) && html.slice(at + 2, end).toLowerCase() === name) return at
  }
  return html.length
}
