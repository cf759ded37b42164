import { decodeText } from '#content/bytes/charset.ts'
import type { ContentRequest } from '#content/content.ts'
import { typeOfName } from '#content/bytes/file-name.ts'
import { ReadError } from '#base/read-error.ts'
import { readErrorCode } from '#base/error-code.ts'
import type { Losses } from '#documents/losses.ts'
import { withBookNotes } from './book-notes.ts'
import { cutCells, withCutOds, withCutSheets } from './cut-sheets.ts'
import { findOpenQuote, withCommas, withCutTable } from './cut-table.ts'
import { fitParts } from './fit-parts.ts'
import { fitXlsb } from './fit-xlsb.ts'
import { convert, type Block, type NamedFormat, type OfficeDocument } from './office-document.ts'
import { nameHoles } from './ole-holes.ts'
import { openOle, type OleFile } from './ole.ts'
import { slidesOfPpt } from './ppt-slides.ts'
import { isProtected } from './protected.ts'
import { withSheetLinks } from './sheet-links.ts'
import { quoteComments } from './slide-comments.ts'
import { isWithoutSlides, readSlides, withSlides } from './slides.ts'
import { nameRtfLosses, withTextStates } from './rtf-text.ts'
import { cellsMax } from './write-document.ts'
import { linksOfXls } from './xls-links.ts'
import { linksOfXlsb } from './xlsb-links.ts'
import { linksOfXlsx } from './xlsx-links.ts'
import { readComments } from './word-parts.ts'
import { isXmlWorkbook, readXmlWorkbook } from './xml-workbook.ts'
import { openPackage, type Package } from './zip.ts'

/** What the converter makes of a file. */
interface Converted extends Opened {
  /** The bytes that were converted. */
  readonly body: Uint8Array
  readonly document: OfficeDocument
  /** Slides of a presentation; 0 for other documents. */
  readonly slides: number
}

/** The container of a document; undefined for RTF and CSV. */
export interface Opened {
  readonly file: Package | undefined
  readonly ole: OleFile | undefined
}

/** The package of a document, if it is one, and what it loses. */
interface Container {
  readonly file: Package | undefined
  readonly losses: Losses
}

/** Other documents are not changed. */
function fitWorkbook(body: Uint8Array, file: Package, losses: Losses): Uint8Array {
  const limit = { cellsMax, losses }
  if (file.names.includes('xl/workbook.bin')) return fitXlsb(body, file, limit)
  const isOds = file.part('mimetype')?.includes('opendocument.spreadsheet') ?? false
  return isOds ? withCutOds(body, file, limit) : withCutSheets(body, file, limit)
}

/** The container, and the bytes rewritten for the converter. */
function openFile(
  { body, contentType }: Pick<ContentRequest, 'body' | 'contentType'>,
  format: 'csv' | undefined,
  { file, losses }: Container,
): Opened & { readonly body: Uint8Array } {
  if (format === 'csv') {
    const text = readableTable(body, contentType, losses)
    const table = withCutTable(text, cellsMax)
    if (table !== text) losses.lose(cutCells)
    return { body: table, file: undefined, ole: undefined }
  }
  if (!file) {
    nameRtfLosses(body, losses)
    return { body: withTextStates(body), file, ole: openOle(body) }
  }
  const parts = fitParts(body, file, losses)
  const fit = fitWorkbook(parts, parts === body ? file : (openPackage(parts) ?? file), losses)
  return { body: fit, file: fit === body ? file : openPackage(fit), ole: undefined }
}

const zeros = 'Zero bytes were left out: the file is damaged, or no table'
const openQuote = (line: number) =>
  `A quotation mark in line ${line} is not closed, so that what follows it may be in one cell`

/** The first line by which Excel names the separator of the others. */
const separatorLine = /^"?sep=([^\r\n"]?)"? {0,20}\r?\n/i

/** A table as UTF-8, because the converter takes every other text for windows-1252. */
function readableTable(
  body: Uint8Array,
  contentType: string | undefined,
  { lose }: Losses,
): Uint8Array {
  const { text, warnings } = decodeText(body, 'text', contentType)
  for (const warning of warnings) lose(warning.replace(/\.$/, ''))
  if (text.includes('\0')) lose(zeros)
  const [line, separator] = separatorLine.exec(text) ?? []
  const open = findOpenQuote(text, separator)
  if (open !== undefined) lose(openQuote(open))
  if (line === undefined) return Buffer.from(text)
  const rest = text.slice(line.length)
  return Buffer.from(separator ? withCommas(rest, separator) : rest)
}

/** Converts a file. Fails with `DOCUMENT_ENCRYPTED`, `DOCUMENT_TOO_COMPLEX` and `DOCUMENT_CORRUPT`. */
export async function convertFile(
  request: ContentRequest,
  format: 'csv' | undefined,
  container: Container,
): Promise<Converted> {
  const { losses } = container
  const { body, ...opened } = openFile(request, format, container)
  const { file, ole } = opened
  const converted = await readFile({ ...request, body }, format, { ...opened, losses })
  const { lose } = losses
  if (ole) nameHoles(ole, lose)
  const slides = file ? readSlides(file, lose) : ole ? slidesOfPpt(ole, lose) : []
  const isBook = file?.names.includes('META-INF/container.xml') ?? false
  const comments = file ? readComments(file) : []
  const noted = { ...converted, notes: [...converted.notes, ...comments] }
  const document = isBook && file ? withBookNotes(noted, file) : noted
  const linked = withSheetLinks(document.blocks, readLinks(file, ole, losses))
  const blocks = quoteComments(withoutDoubledTitle(withSlides(linked, slides), isBook))
  return {
    body,
    file,
    ole,
    document: { ...document, blocks },
    slides: slides.length,
  }
}

const none = new Map<string, never>()

/** The three workbook formats. For other documents the converter returns the links. */
function readLinks(file: Package | undefined, ole: OleFile | undefined, losses: Losses) {
  if (ole) return linksOfXls(ole, losses)
  const hasLinks = file?.names.some(
    (name) => name.startsWith('xl/worksheets/_rels/') && file.part(name)?.includes('/hyperlink'),
  )
  if (!file || !hasLinks) return none
  const isBinary = file.names.includes('xl/workbook.bin')
  return isBinary ? linksOfXlsb(file, losses) : linksOfXlsx(file, losses)
}

/** The converter prepends the title of an e-book even when the text starts with it. */
function withoutDoubledTitle(blocks: readonly Block[], isBook: boolean): readonly Block[] {
  const [title, ...rest] = blocks
  const next = rest.find(({ content = [] }) => content.some(({ kind }) => kind !== 'anchor'))
  if (title?.kind !== 'heading' || !next || joinWords(title) !== joinWords(next)) return blocks
  if (next.kind === 'heading') return rest
  return isBook && next.kind === 'paragraph' ? blocks.filter((block) => block !== next) : blocks
}

const joinWords = ({ content = [] }: Block) => content.map(({ text: words = '' }) => words).join('')

async function readFile(
  { body, fileName }: Pick<ContentRequest, 'body' | 'fileName'>,
  format: 'csv' | undefined,
  opened: Opened & { readonly losses: Losses },
): Promise<OfficeDocument> {
  if (isProtected(opened)) throw new ReadError('DOCUMENT_ENCRYPTED')
  try {
    if (isXmlWorkbook(body)) return readXmlWorkbook(body, opened.losses)
    return await convert(body, format ?? detectFormat(opened))
  } catch (thrown) {
    if (opened.file && isWithoutSlides(opened.file)) return { blocks: [], notes: [], assets: [] }
    throw toFailure(thrown, opened.ole !== undefined && typeOfName(fileName) === undefined)
  }
}

/** Format of a binary office document, by its streams, because the converter does not recognise all of them. */
function detectFormat({ ole }: Opened): NamedFormat | undefined {
  if (ole?.names.includes('WordDocument')) return 'doc'
  if (ole?.names.includes('PowerPoint Document')) return 'ppt'
  // All workbooks share one reader.
  return ole?.names.some((name) => name === 'Workbook' || name === 'Book') ? 'xlsx' : undefined
}

/** Installers and Outlook messages are compound files too, but without the streams of documents. */
function toFailure(thrown: unknown, isOther: boolean): ReadError {
  const code = readErrorCode(thrown)
  if (code === 'encrypted') return new ReadError('DOCUMENT_ENCRYPTED')
  if (code === 'resourceLimit')
    return new ReadError('DOCUMENT_TOO_COMPLEX', undefined, { cause: thrown })
  if (code === 'unsupported' && isOther) return new ReadError('SCRAPE_UNSUPPORTED_FILE_ERROR')
  return new ReadError('DOCUMENT_CORRUPT', undefined, { cause: thrown })
}
