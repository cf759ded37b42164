import type { Document } from 'domhandler'
import type { ContentMetadata } from '#content/html/about/content-metadata.ts'
import { parsePage } from '#content/html/parse.ts'
import { listElements, oneLine, readText } from '#content/html/walk.ts'
import type { Package } from './zip.ts'

const valueLengthMax = 1_000

/** A longer value ends with a sign that it does. */
export const shortValue = (value: string): string =>
  value.length > valueLengthMax ? `${value.slice(0, valueLengthMax - 1)}…` : value

/** Property names of office packages and EPUB, and their names in the metadata. */
const names: Readonly<Record<string, string>> = {
  'dc:title': 'title',
  'dc:creator': 'author',
  'meta:initial-creator': 'author',
  'dc:description': 'description',
  'dc:subject': 'subject',
  'dc:language': 'language',
  'dc:publisher': 'publisher',
  'dc:date': 'modifiedTime',
  'dcterms:modified': 'modifiedTime',
  'dcterms:created': 'publishedTime',
  'meta:creation-date': 'publishedTime',
  'meta:keyword': 'keywords',
  'cp:keywords': 'keywords',
}

/** Declared title, author, dates and language of a package. */
export function readProperties(file: Package): ContentMetadata {
  const book = bookPart(file)
  const parts = ['docProps/core.xml', 'meta.xml', ...(book === undefined ? [] : [book])]
  const found: Record<string, string> = {}
  for (const name of parts) {
    const part = file.part(name)
    if (part) collect(xml(part), found, name === book)
  }
  return found
}

const xml = (part: Buffer): Document => parsePage(part.toString('utf8'), 'xml').document

/** Path of the package document of an EPUB. */
function bookPart(file: Package): string | undefined {
  const container = file.part('META-INF/container.xml')
  if (!container) return undefined
  for (const element of listElements(xml(container))) {
    if (element.name === 'rootfile') return element.attribs['full-path']
  }
  return undefined
}

function collect(document: Document, found: Record<string, string>, isBook: boolean): void {
  for (const element of listElements(document)) {
    const name = isBook && element.name === 'dc:date' ? 'publishedTime' : names[element.name]
    if (name === undefined) continue
    const value = shortValue(oneLine(readText(element)))
    if (value === '') continue
    const before = found[name]
    if (before === undefined) found[name] = value
    else if (name === 'keywords') found[name] = `${before}, ${value}`
  }
}
