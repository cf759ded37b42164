import type { ChildNode, Element } from 'domhandler'
import { escapeText } from '#base/html-text.ts'
import { parsePage } from '#content/html/parse.ts'
import { listElements, oneLine, readText } from '#content/html/walk.ts'
import { pathFrom, readRelations } from './relations.ts'
import type { Package } from './zip.ts'

const partsMax = 60
/** Of all headers, and of all footers. */
const linesMax = 100
/** Boxes and tables within each other. */
const depthMax = 60
/** Stands for the number of a page, or of all pages. */
const pageNumber = '\uFDD6'
/** Words beside a number that only say whose number it is, such as "Page" and "of". */
const wordsOfNumberMax = 2

/** The texts of the headers and footers of a document. */
interface MarginTexts {
  readonly header: readonly string[]
  readonly footer: readonly string[]
}
type Margin = keyof MarginTexts

/**
 * Writes what the headers of a Word document say before its text and what the footers say behind it, each once, because the converter leaves
 * them out. Numbers of pages are left out, and what the text says as well. Undefined when there is nothing to write.
 */
export function withWordMargins(
  document: Buffer,
  file: Package,
  readPart: (name: string) => Buffer | undefined,
): Buffer | undefined {
  const xml = document.toString('utf8')
  const references = [...xml.matchAll(/<w:(header|footer)Reference\s[^<>]*>/g)].slice(0, partsMax)
  if (references.length === 0) return undefined
  const isShown = showsMargins(xml, file)
  const paths = readRelations(file, 'word/document.xml')
  const texts = { header: new Set<string>(), footer: new Set<string>() }
  const read = new Set<string>()
  for (const { 0: tag, 1: margin } of references) {
    const target = paths.get(/\br:id="([^"]{1,80})"/.exec(tag)?.[1] ?? '')
    if (target === undefined || read.has(target) || !isShown(tag)) continue
    read.add(target)
    const part = readPart(pathFrom('word', target))
    for (const text of part ? readWordLines(part) : []) texts[margin as Margin].add(text)
  }
  const body = `\n${xml.replaceAll('</w:p>', '\n').replaceAll(/<[^<>]*>/g, '')}\n`
  return insertMargins(xml, keepNew(texts, body), {
    start: /<w:body(?:\s[^<>]*)?>/,
    findEnd(text) {
      const end = text.lastIndexOf('</w:body>')
      // The properties of the last section end the text.
      const section = text.lastIndexOf('<w:sectPr', end)
      return section > text.lastIndexOf('</w:p>', end) ? section : end
    },
    write: (text) => `<w:p><w:r><w:t xml:space="preserve">${escapeText(text)}</w:t></w:r></w:p>`,
  })
}

/** Headers of first pages and of even pages are only used where the document says so. */
function showsMargins(xml: string, file: Package): (reference: string) => boolean {
  const hasFirst = /<w:titlePg(?:\s+w:val="(?:1|true|on)")?\s*\/>/.test(xml)
  const settings = file.part('word/settings.xml')?.toString('utf8') ?? ''
  const hasEven = /<w:evenAndOddHeaders(?:\s+w:val="(?:1|true|on)")?\s*\/>/.test(settings)
  return (reference) =>
    reference.includes('w:type="first"')
      ? hasFirst
      : !reference.includes('w:type="even"') || hasEven
}

/** The same for an OpenDocument text, whose headers and footers belong to its styles. */
export function withOpenMargins(content: Buffer, styles: Buffer | undefined): Buffer | undefined {
  if (!styles || !/<style:(?:header|footer)/.test(styles.toString('latin1'))) return undefined
  const texts = { header: new Set<string>(), footer: new Set<string>() }
  for (const element of listElements(parsePage(styles.toString('utf8'), 'xml').document)) {
    const [, margin] = /^style:(header|footer)(?:-left|-first)?$/.exec(element.name) ?? []
    if (margin === undefined || element.attribs['style:display'] === 'false') continue
    const paragraphs = listElements(element).filter(({ name }) => name === 'text:p')
    for (const paragraph of paragraphs.slice(0, linesMax))
      for (const text of readOpenLines(paragraph)) texts[margin as Margin].add(text)
  }
  const xml = content.toString('utf8')
  const body = `\n${xml.replaceAll(/<\/text:[ph]>/g, '\n').replaceAll(/<[^<>]*>/g, '')}\n`
  return insertMargins(xml, keepNew(texts, body), {
    start: /<office:text(?:\s[^<>]*)?>/,
    findEnd: (text) => text.lastIndexOf('</office:text>'),
    write: (text) => `<text:p>${escapeText(text)}</text:p>`,
  })
}

function keepNew(texts: Readonly<Record<Margin, ReadonlySet<string>>>, body: string): MarginTexts {
  const isNew = (text: string) => !body.includes(`\n${escapeText(text)}\n`)
  const header = [...texts.header].slice(0, linesMax).filter(isNew)
  return {
    header,
    footer: [...texts.footer]
      .slice(0, linesMax)
      .filter((text) => isNew(text) && !header.includes(text)),
  }
}

interface Places {
  readonly start: RegExp
  /** Where the footers stand. */
  readonly findEnd: (xml: string) => number
  readonly write: (text: string) => string
}

function insertMargins(
  xml: string,
  { header, footer }: MarginTexts,
  { start, findEnd, write }: Places,
): Buffer | undefined {
  const from = start.exec(xml)
  if (!from || header.length + footer.length === 0) return undefined
  const first = from.index + from[0].length
  const end = findEnd(xml)
  const last = end < first ? xml.length : end
  const parts = [
    xml.slice(0, first),
    ...header.map(write),
    xml.slice(first, last),
    ...footer.map(write),
    xml.slice(last),
  ]
  return Buffer.from(parts.join(''))
}

/** The lines of a header or footer of Word. */
function readWordLines(part: Buffer): string[] {
  const lines = new Map<Element, string>()
  let field = { instruction: '', isResult: false }
  for (const element of listElements(parsePage(part.toString('utf8'), 'xml').document)) {
    const line = findAbove(element, 'w:p')
    if (!line || findAbove(element, 'mc:Fallback')) continue
    const add = (text: string) => lines.set(line, (lines.get(line) ?? '') + text)
    const kind = element.attribs['w:fldCharType']
    if (element.name === 'w:fldSimple' && isPageField(element.attribs['w:instr'])) add(pageNumber)
    else if (element.name === 'w:instrText') field.instruction += readText(element)
    else if (element.name === 'w:tab') add('\t')
    else if (element.name === 'w:br') add('\n')
    else if (kind === 'begin' || kind === 'end') field = { instruction: '', isResult: false }
    else if (kind === 'separate') {
      field = { ...field, isResult: true }
      if (isPageField(field.instruction)) add(pageNumber)
    } else if (element.name === 'w:t' && !isNumber(element, field)) add(readText(element))
  }
  return [...lines.values()].flatMap(splitLine)
}

/** Whether a run is the number of a page, as it was when the file was stored. */
const isNumber = (
  run: Element,
  { instruction, isResult }: { readonly instruction: string; readonly isResult: boolean },
) =>
  (isResult && isPageField(instruction)) ||
  isPageField(findAbove(run, 'w:fldSimple')?.attribs['w:instr'])

const isPageField = (instruction = '') => /^\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b/i.test(instruction)

function findAbove(element: Element, name: string): Element | undefined {
  let { parent } = element
  for (let depth = 0; parent && depth < depthMax; depth++, parent = parent.parent)
    if ('name' in parent && parent.name === name) return parent
  return undefined
}

/** The lines of a paragraph of an OpenDocument text. */
function readOpenLines(paragraph: Element): string[] {
  let text = ''
  const stack: ChildNode[] = paragraph.children.toReversed()
  for (let node = stack.pop(); node; node = stack.pop()) {
    if ('data' in node) text += node.data
    else if (!('name' in node)) continue
    else if (/^text:page-(?:number|count)$/.test(node.name)) text += pageNumber
    else if (node.name === 'text:tab') text += '\t'
    else if (node.name === 'text:line-break') text += '\n'
    else if (node.name === 'text:s') text += ' '
    else for (const child of node.children.toReversed()) stack.push(child)
  }
  return splitLine(text)
}

/** What stands at the left, in the middle and at the right is parted by tabs. */
function splitLine(text: string): string[] {
  return text
    .split(/[\t\n]/)
    .map((part) =>
      part
        .split(/(?<=[^\S\n])[|•·–—-](?=[^\S\n])/)
        .filter((one) => !isPageCount(one))
        .join('–')
        .replaceAll(pageNumber, ''),
    )
    .map(oneLine)
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
}

const isPageCount = (text: string) =>
  text.includes(pageNumber) && (text.match(/[\p{L}\p{N}]+/gu) ?? []).length <= wordsOfNumberMax
