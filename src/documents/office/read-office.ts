import type { ContentMetadata, ContentRequest } from '#content/content.ts'
import { typeOfName } from '#content/file-name.ts'
import { readHtml } from '#content/html/read-html.ts'
import type { DocumentReading } from '#documents/document-reading.ts'
import { ServiceError } from '#kernel/errors.ts'
import { withBookNotes } from './book-notes.ts'
import { withCutOds, withCutSheets } from './cut-sheets.ts'
import { withCutTable } from './cut-table.ts'
import { htmlMarkup, treeMarkup, type Markup } from './markup.ts'
import { convert, type Block, type NamedFormat, type OfficeDocument } from './office-document.ts'
import { pictureBytesMax, picturesOf } from './pictures.ts'
import { isProtected } from './protected.ts'
import { propertiesOf } from './properties.ts'
import { olePropertiesOf } from './ole-properties.ts'
import { openOle, type OleFile } from './ole.ts'
import { slidesOfPpt } from './ppt-slides.ts'
import { rtfPropertiesOf } from './rtf-properties.ts'
import { withSheetLinks } from './sheet-links.ts'
import { isWithoutSlides, slidesOf, withSlides } from './slides.ts'
import { linksOfXls } from './xls-links.ts'
import { linksOfXlsb } from './xlsb-links.ts'
import { fitParts } from './fit-parts.ts'
import { fitXlsb } from './fit-xlsb.ts'
import { linksOfXlsx } from './xlsx-links.ts'
import { cellsMax, writeDocument } from './write-document.ts'
import { isXmlWorkbook, readXmlWorkbook } from './xml-workbook.ts'
import { openPackage, type Package } from './zip.ts'

const cutWarning = 'The document has too many table cells; only the first were read.'
const repairedWarning =
  'The XML of the document is malformed. It was repaired, and parts of the text may be missing.'

/** The container of a document; undefined for RTF and CSV. */
interface Opened {
  readonly file: Package | undefined
  readonly ole: OleFile | undefined
}

/** Other documents are not changed. */
function fitWorkbook(body: Uint8Array, file: Package) {
  if (file.names.includes('xl/workbook.bin')) return fitXlsb(body, file, cellsMax)
  const isOds = file.part('mimetype')?.includes('opendocument.spreadsheet') ?? false
  return isOds ? withCutOds(body, file, cellsMax) : withCutSheets(body, file, cellsMax)
}

/** The container, and the bytes rewritten for the converter. */
function openFile(
  body: Uint8Array,
  format: 'csv' | undefined,
): Opened & { readonly body: Uint8Array; isCut: boolean; isRepaired: boolean } {
  if (format === 'csv') {
    const table = withCutTable(body, cellsMax)
    return {
      body: table,
      isCut: table !== body,
      isRepaired: false,
      file: undefined,
      ole: undefined,
    }
  }
  const file = openPackage(body)
  if (!file) return { body, file, ole: openOle(body), isCut: false, isRepaired: false }
  const { body: parts, isRepaired } = fitParts(body, file)
  const fit = fitWorkbook(parts, parts === body ? file : (openPackage(parts) ?? file))
  const opened = fit.body === body ? file : openPackage(fit.body)
  return { ...fit, file: opened, ole: undefined, isRepaired }
}

/**
 * Reads text documents, spreadsheets, presentations and e-books: the converter's output becomes a page of HTML.
 *  Fails with `DOCUMENT_ENCRYPTED`, `DOCUMENT_TOO_COMPLEX` and `DOCUMENT_CORRUPT`.
 */
export async function readOffice(
  request: ContentRequest,
  format: 'csv' | undefined,
): Promise<DocumentReading> {
  const { body, isCut: isOpenedCut, isRepaired, ...opened } = openFile(request.body, format)
  const { file, ole } = opened
  const converted = await readFile({ ...request, body }, format, opened)
  const slides = file ? slidesOf(file) : ole ? slidesOfPpt(ole) : []
  const isBook = file?.names.includes('META-INF/container.xml') ?? false
  const document = isBook && file ? withBookNotes(converted, file) : converted
  const linked = withSheetLinks(document.blocks, linksOf(file, ole))
  const blocks = withoutDoubledTitle(withSlides(linked, slides), isBook)
  const metadata = ownProperties(body, opened)
  const limits = { cellsMax, pictureBytesMax: picturesFor(request) }
  const write = (out: Markup) =>
    writePage(out, metadata, () => writeDocument({ ...document, blocks }, out, limits))
  const tree = treeMarkup()
  const isCut = write(tree)
  const rawHtml = () => {
    const html = htmlMarkup()
    write(html)
    return html.end()
  }
  // The material names the dates of the text.
  const areDatesKnown =
    !request.material && hasText(metadata['publishedTime']) && hasText(metadata['modifiedTime'])
  const made = { parsed: tree.end, text: rawHtml }
  const reading = readHtml({ ...request, onlyMainContent: false }, { areDatesKnown, made })
  const warnings = [
    ...(isCut || isOpenedCut ? [cutWarning] : []),
    ...(isRepaired ? [repairedWarning] : []),
  ]
  return {
    ...reading,
    metadata: () => ({ ...reading.metadata(), ...metadata }),
    clientRendered: () => undefined,
    warnings: () => [...reading.warnings(), ...warnings],
    rawHtml,
    images: () => [...reading.images().filter(isOutsideArticle), ...picturesOf(document, file)],
    ...(slides.length > 0 && { numPages: slides.length, totalPages: slides.length }),
  }
}

const hasText = (value: unknown) => typeof value === 'string' && value !== ''

const none = new Map<string, never>()

/** The three workbook formats. For other documents the converter returns the links. */
function linksOf(file: Package | undefined, ole: OleFile | undefined) {
  if (ole) return linksOfXls(ole)
  const hasLinks = file?.names.some(
    (name) => name.startsWith('xl/worksheets/_rels/') && file.part(name)?.includes('/hyperlink'),
  )
  if (!file || !hasLinks) return none
  return file.names.includes('xl/workbook.bin') ? linksOfXlsb(file) : linksOfXlsx(file)
}

/** The converter prepends the title of an e-book even when the text starts with it. */
function withoutDoubledTitle(blocks: readonly Block[], isBook: boolean): readonly Block[] {
  const [title, ...rest] = blocks
  const next = rest.find(({ content = [] }) => content.some(({ kind }) => kind !== 'anchor'))
  if (title?.kind !== 'heading' || !next || wordsOf(title) !== wordsOf(next)) return blocks
  if (next.kind === 'heading') return rest
  return isBook && next.kind === 'paragraph' ? blocks.filter((block) => block !== next) : blocks
}

const wordsOf = ({ content = [] }: Block) => content.map(({ text: words = '' }) => words).join('')

const isOutsideArticle = (url: string) => !url.startsWith('data:')

/** Pictures are embedded only for formats that show them. */
function picturesFor({ formats, removeBase64Images }: ContentRequest): number {
  const isSeen = formats.some(
    ({ type }) =>
      type === 'html' || type === 'rawHtml' || (type === 'markdown' && !removeBase64Images),
  )
  return isSeen ? pictureBytesMax : 0
}

async function readFile(
  { body, fileName }: Pick<ContentRequest, 'body' | 'fileName'>,
  format: 'csv' | undefined,
  opened: Opened,
): Promise<OfficeDocument> {
  if (isProtected(opened)) throw new ServiceError('DOCUMENT_ENCRYPTED')
  try {
    if (isXmlWorkbook(body)) return readXmlWorkbook(body)
    return await convert(body, format ?? formatOf(opened))
  } catch (thrown) {
    if (opened.file && isWithoutSlides(opened.file)) return { blocks: [], notes: [], assets: [] }
    throw toFailure(thrown, opened.ole !== undefined && typeOfName(fileName) === undefined)
  }
}

/** Format of a binary office document, by its streams, because the converter does not recognise all of them. */
function formatOf({ ole }: Opened): NamedFormat | undefined {
  if (ole?.names.includes('WordDocument')) return 'doc'
  if (ole?.names.includes('PowerPoint Document')) return 'ppt'
  // All workbooks share one reader.
  return ole?.names.some((name) => name === 'Workbook' || name === 'Book') ? 'xlsx' : undefined
}

/** Installers and Outlook messages are compound files too, but without the streams of documents. */
function toFailure(thrown: unknown, isOther: boolean): ServiceError {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
  if (code === 'encrypted') return new ServiceError('DOCUMENT_ENCRYPTED')
  if (code === 'resourceLimit')
    return new ServiceError('DOCUMENT_TOO_COMPLEX', undefined, { cause: thrown })
  if (code === 'unsupported' && isOther) return new ServiceError('SCRAPE_UNSUPPORTED_FILE_ERROR')
  return new ServiceError('DOCUMENT_CORRUPT', undefined, { cause: thrown })
}

function ownProperties(body: Uint8Array, { file, ole }: Opened): ContentMetadata {
  if (file) return propertiesOf(file)
  return ole ? olePropertiesOf(ole) : rtfPropertiesOf(body)
}

function writePage(out: Markup, properties: ContentMetadata, writeBody: () => boolean): boolean {
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
  const isCut = writeBody()
  out.close('body')
  out.text('\n')
  out.close('html')
  out.text('\n')
  return isCut
}
