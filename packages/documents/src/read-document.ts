import type { Content, ContentRequest } from '#content/content.ts'
import { contentKind } from '#content/bytes/content-kind.ts'
import { makeContent, readPage } from '#content/pipeline.ts'
import { readFile } from '#content/file.ts'
import { uploadKind } from '#content/upload-kind.ts'
import type { DocumentReading } from './document-reading.ts'
import { createReadPicture } from './ocr/read-picture.ts'
import { isXmlWorkbook } from './office/xml-workbook.ts'
import type { OcrSettings } from '#documents/ocr/ocr-settings.ts'

/** Dependencies of reading a document. */
interface Tools {
  readonly ocr: OcrSettings
  readonly onProgress: (page: number, pages: number) => void
}

/**
 * Makes the requested formats of a file of any kind, on the calling thread, which it may block for long. Fails with
 * `DOCUMENT_CORRUPT`, `DOCUMENT_ENCRYPTED`, `DOCUMENT_TOO_COMPLEX`, and like `readPage`.
 */
export async function readDocument(request: ContentRequest, tools: Tools): Promise<Content> {
  const reading: DocumentReading | undefined = request.readDocuments
    ? await open(request, tools)
    : readFile(request)
  if (!reading) return readPage(request)
  const { pages, blocks, pageStarts, numPages, totalPages, paidPages } = reading
  const content = makeContent(reading, request)
  const { material } = content.internal
  return {
    ...content,
    internal: {
      ...content.internal,
      ...(material && pageStarts && { material: { ...material, pageStarts } }),
      ...(paidPages !== undefined && { paidPages }),
    },
    ...(pages && { pages }),
    ...(blocks && { blocks }),
    ...(numPages !== undefined && { numPages }),
    ...(totalPages !== undefined && { totalPages }),
  }
}

/** Undefined for pages. A process that reads one kind of file loads the readers of no other. */
async function open(
  request: ContentRequest,
  { ocr, onProgress }: Tools,
): Promise<DocumentReading | undefined> {
  const { body, contentType, fileName } = request
  const kind = request.isUpload ? uploadKind(request) : contentKind(body, contentType, fileName)
  if (kind === 'mail' || (kind === 'office' && isMessage(body))) {
    const { readMail } = await import('./mail/read-mail.ts')
    return readMail(request)
  }
  if (kind === 'office' || kind === 'table' || (kind === 'xml' && isXmlWorkbook(body))) {
    const { readOffice } = await import('./office/read-office.ts')
    return readOffice(request, kind === 'table' ? 'csv' : undefined)
  }
  const readPicture = createReadPicture(ocr)
  if (kind === 'pdf' && request.readPdf === false)
    return readFile({ ...request, readDocuments: false })
  if (kind === 'pdf') {
    const { readPdf } = await import('./pdf/read-pdf.ts')
    return readPdf(request, { readPicture, onProgress })
  }
  if (kind !== 'image' || !request.readImages) return undefined
  onProgress(0, 1)
  const { readImage } = await import('./ocr/read-image.ts')
  return readImage(request, readPicture)
}

/** Names in a compound file are UTF-16; this one is that of messages. */
const messageName = Buffer.from('__properties_version1.0', 'utf16le')

const isMessage = (body: Uint8Array): boolean =>
  body[0] === 0xd0 &&
  Buffer.from(body.buffer, body.byteOffset, body.byteLength).includes(messageName)
