import type { ContentRequest } from '#content/content.ts'
import type { ContentMetadata } from '#content/html/about/content-metadata.ts'
import { readHtml } from '#content/page/read-html.ts'
import type { DocumentReading } from '#documents/document-reading.ts'
import { createLosses, type Losses } from '#documents/losses.ts'
import { convertFile, type Opened } from './convert-file.ts'
import { htmlMarkup, treeMarkup, type Markup } from './markup.ts'
import { readOleProperties } from './ole-properties.ts'
import { pictureBytesMax, listPictures } from './pictures.ts'
import { readProperties } from './properties.ts'
import { changedPart, nameDamagedParts } from './damaged-parts.ts'
import { isProtected } from './protected.ts'
import { readRtfProperties } from './rtf-properties.ts'
import { cellsMax, writeDocument } from './write-document.ts'
import { readXlsx } from './xlsx/read-xlsx.ts'
import { writeSheets } from './xlsx/write-sheets.ts'
import { openPackage, type Package } from './zip.ts'

const unreadPackage =
  'The list of the parts of the file could not be read; notes, links and headings may be missing'
const isZip = (body: Uint8Array) => body[0] === 0x50 && body[1] === 0x4b

/** Content of an office file. */
interface OfficeContent {
  readonly write: (out: Markup) => void
  readonly properties: ContentMetadata
  /** Embedded pictures as data URLs. */
  readonly pictures: () => string[]
  readonly slides: number
}

/**
 * Reads text documents, spreadsheets, presentations and e-books: their content becomes a page of HTML. Fails with
 * `DOCUMENT_ENCRYPTED`, `DOCUMENT_TOO_COMPLEX` and `DOCUMENT_CORRUPT`.
 */
export async function readOffice(
  request: ContentRequest,
  format: 'csv' | undefined,
): Promise<DocumentReading> {
  const file = format === undefined ? openPackage(request.body) : undefined
  const losses = createLosses()
  if (!file && isZip(request.body)) losses.lose(unreadPackage)
  if (file) nameDamagedParts(file, losses)
  const content =
    (file && readWorkbook(file, losses)) ?? (await readConverted(request, format, { file, losses }))
  const { properties, slides } = content
  const write = (out: Markup) => writePage(out, properties, content.write)
  const tree = treeMarkup()
  write(tree)
  const rawHtml = () => {
    const html = htmlMarkup()
    write(html)
    return html.end()
  }
  // The material names the dates of the text.
  const areDatesKnown =
    !request.material && hasText(properties['publishedTime']) && hasText(properties['modifiedTime'])
  const made = { parsed: tree.end, text: rawHtml }
  const reading = readHtml({ ...request, onlyMainContent: false }, { areDatesKnown, made })
  return {
    ...reading,
    metadata: () => ({ ...reading.metadata(), ...properties }),
    clientRendered: () => undefined,
    warnings: () => {
      for (const name of file?.changed ?? []) losses.at('in the part', name)(changedPart)
      return [...reading.warnings(), ...losses.list()]
    },
    rawHtml,
    images: () => [...reading.images().filter(isOutsideArticle), ...content.pictures()],
    ...(slides > 0 && { numPages: slides, totalPages: slides }),
  }
}

/** XLSX workbooks are read without the converter, which takes several times as long. */
function readWorkbook(file: Package, losses: Losses): OfficeContent | undefined {
  if (isProtected({ file, ole: undefined })) return undefined
  const workbook = readXlsx(file, { cellsMax, losses })
  return (
    workbook && {
      write: (out) => writeSheets(workbook, out, { cellsMax, losses }),
      properties: readProperties(file),
      pictures: () => listPictures([], file, losses.lose),
      slides: 0,
    }
  )
}

async function readConverted(
  request: ContentRequest,
  format: 'csv' | undefined,
  container: { readonly file: Package | undefined; readonly losses: Losses },
): Promise<OfficeContent> {
  const { body, document, slides, ...opened } = await convertFile(request, format, container)
  const { lose } = container.losses
  const limits = { cellsMax, pictureBytesMax: picturesFor(request), lose }
  return {
    write: (out) => writeDocument(document, out, limits),
    properties: ownProperties(body, opened),
    pictures: () => listPictures(document.assets, opened.file, lose),
    slides,
  }
}

const hasText = (value: unknown) => typeof value === 'string' && value !== ''

const isOutsideArticle = (url: string) => !url.startsWith('data:')

/** Pictures are embedded only for formats that show them. */
function picturesFor({ formats, removeBase64Images }: ContentRequest): number {
  const isSeen = formats.some(
    ({ type }) =>
      type === 'html' || type === 'rawHtml' || (type === 'markdown' && !removeBase64Images),
  )
  return isSeen ? pictureBytesMax : 0
}

function ownProperties(body: Uint8Array, { file, ole }: Opened): ContentMetadata {
  if (file) return readProperties(file)
  return ole ? readOleProperties(ole) : readRtfProperties(body)
}

function writePage(
  out: Markup,
  properties: ContentMetadata,
  writeBody: (out: Markup) => void,
): void {
  const { title, language, author } = properties
  out.text('\n')
  out.open('html', typeof language === 'string' ? { lang: language } : {})
  out.text('\n')
  out.open('head')
  out.open('meta', { charset: 'utf-8' })
  out.close('meta')
  if (typeof title === 'string') {
    out.open('title')
    out.text(title)
    out.close('title')
  }
  if (typeof author === 'string') {
    out.open('meta', { name: 'author', content: author })
    out.close('meta')
  }
  out.close('head')
  out.text('\n')
  out.open('body')
  out.text('\n')
  writeBody(out)
  out.close('body')
  out.text('\n')
  out.close('html')
  out.text('\n')
}
