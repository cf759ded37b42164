import type { ContentMetadata, ContentRequest } from '#content/content.ts'
import { readHtml } from '#content/html/read-html.ts'
import type { DocumentReading } from '#content/documents/document-reading.ts'
import { ServiceError } from '#kernel/errors.ts'
import { attribute, text } from './html-text.ts'
import { convert, type Block, type OfficeDocument } from './office-document.ts'
import { isProtected } from './protected.ts'
import { propertiesOf } from './properties.ts'
import { olePropertiesOf } from './ole-properties.ts'
import { rtfPropertiesOf } from './rtf-properties.ts'
import { withSheetLinks } from './sheet-links.ts'
import { slidesOf, withSlides } from './slides.ts'
import { toHtml } from './to-html.ts'
import { openPackage, type Package } from './zip.ts'

const pictureBytesMax = 20 * 1024 * 1024
const picturesMax = 200

/**
 * Text documents, spreadsheets, presentations and books: the converter's document becomes HTML, and the HTML is read
 * like a page. Fails with `DOCUMENT_ENCRYPTED`, `DOCUMENT_TOO_COMPLEX` and `DOCUMENT_CORRUPT`.
 */
export async function readOffice(
  request: ContentRequest,
  format: 'csv' | undefined,
): Promise<DocumentReading> {
  const file = openPackage(request.body)
  const document = await readFile(request.body, format, file)
  const slides = file ? slidesOf(file) : []
  const linked = file ? withSheetLinks(document.blocks, file) : document.blocks
  const blocks = withoutDoubledTitle(withSlides(linked, slides))
  const { html, isCut } = toHtml({ ...document, blocks }, { pictureBytesMax: picturesFor(request) })
  const metadata = ownProperties(request.body, file)
  const page = asPage(html, metadata)
  const reading = readHtml({
    ...request,
    body: Buffer.from(page),
    contentType: 'text/html; charset=utf-8',
    onlyMainContent: false,
  })
  const warnings = isCut ? ['The document has too many table cells; only the first were read.'] : []
  return {
    ...reading,
    metadata: () => ({ ...reading.metadata(), ...metadata }),
    shell: () => undefined,
    warnings: () => [...reading.warnings(), ...warnings],
    rawHtml: () => page,
    images: () => [...reading.images().filter(isElsewhere), ...picturesOf(document)],
    ...(slides.length > 0 && { numPages: slides.length, totalPages: slides.length }),
  }
}

/** The converter puts the title of a book before a text that begins with it. */
function withoutDoubledTitle(blocks: readonly Block[]): readonly Block[] {
  const [title, ...rest] = blocks
  const next = rest.find(({ content = [] }) => content.some(({ kind }) => kind !== 'anchor'))
  const isDoubled =
    title?.kind === 'heading' && next?.kind === 'heading' && wordsOf(title) === wordsOf(next)
  return isDoubled ? rest : blocks
}

const wordsOf = ({ content = [] }: Block) => content.map(({ text: words = '' }) => words).join('')

const isElsewhere = (url: string) => !url.startsWith('data:')

/** Pictures travel with the page only where somebody will see them. */
function picturesFor({ formats, removeBase64Images }: ContentRequest): number {
  const isSeen = formats.some(
    ({ type }) =>
      type === 'html' || type === 'rawHtml' || (type === 'markdown' && !removeBase64Images),
  )
  return isSeen ? pictureBytesMax : 0
}

/** The embedded pictures, as data URLs. */
function picturesOf({ assets }: OfficeDocument): string[] {
  let bytes = 0
  const pictures: string[] = []
  for (const { mediaType, data } of assets) {
    bytes += data.byteLength
    if (bytes > pictureBytesMax || pictures.length >= picturesMax) break
    if (mediaType.startsWith('image/'))
      pictures.push(`data:${mediaType};base64,${data.toString('base64')}`)
  }
  return [...new Set(pictures)]
}

async function readFile(
  body: Uint8Array,
  format: 'csv' | undefined,
  file: Package | undefined,
): Promise<OfficeDocument> {
  if (isProtected(body, file)) throw new ServiceError('DOCUMENT_ENCRYPTED')
  try {
    return await convert(body, format)
  } catch (thrown) {
    throw toFailure(thrown, body)
  }
}

function toFailure(thrown: unknown, body: Uint8Array): ServiceError {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined
  if (code === 'encrypted') return new ServiceError('DOCUMENT_ENCRYPTED')
  if (code === 'resourceLimit')
    return new ServiceError('DOCUMENT_TOO_COMPLEX', undefined, { cause: thrown })
  // Installers and messages come in the container of old documents; a package looked like an office file before.
  if (code === 'unsupported' && body[0] === 0xd0)
    return new ServiceError('SCRAPE_UNSUPPORTED_FILE_ERROR')
  return new ServiceError('DOCUMENT_CORRUPT', undefined, { cause: thrown })
}

function ownProperties(body: Uint8Array, file: Package | undefined): ContentMetadata {
  if (file) return propertiesOf(file)
  return body[0] === 0xd0 ? olePropertiesOf(body) : rtfPropertiesOf(body)
}

function asPage(html: string, { title, language, author }: ContentMetadata): string {
  const named = typeof title === 'string' ? `<title>${text(title)}</title>` : ''
  const by = typeof author === 'string' ? `<meta name="author" content="${attribute(author)}">` : ''
  const spoken = typeof language === 'string' ? ` lang="${attribute(language)}"` : ''
  return `<!doctype html>\n<html${spoken}>\n<head><meta charset="utf-8">${named}${by}</head>\n<body>\n${html}</body>\n</html>\n`
}
