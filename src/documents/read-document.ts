import type { Content, ContentRequest } from '#content/content.ts'
import { contentKind } from '#content/content-kind.ts'
import { makeContent, readPage } from '#content/pipeline.ts'
import { readFile } from '#content/file.ts'
import { uploadKind } from '#content/upload-kind.ts'
import type { DocumentReading } from './document-reading.ts'
import { readMail } from './mail/read-mail.ts'
import { readImage } from './ocr/read-image.ts'
import { createReadPicture } from './ocr/read-picture.ts'
import { readOffice } from './office/read-office.ts'
import { isXmlWorkbook } from './office/xml-workbook.ts'
import { readPdf } from './pdf/read-pdf.ts'
import type { OcrSettings } from './processes/task.ts'

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
  const { pages, blocks, numPages, totalPages, paidPages } = reading
  const content = makeContent(reading, request)
  return {
    ...content,
    internal: { ...content.internal, ...(paidPages !== undefined && { paidPages }) },
    ...(pages && { pages }),
    ...(blocks && { blocks }),
    ...(numPages !== undefined && { numPages }),
    ...(totalPages !== undefined && { totalPages }),
  }
}

/** Undefined for pages. */
async function open(
  request: ContentRequest,
  { ocr, onProgress }: Tools,
): Promise<DocumentReading | undefined> {
  const { body, contentType, fileName } = request
  const kind = request.isUpload ? uploadKind(request) : contentKind(body, contentType, fileName)
  if (kind === 'office' || (kind === 'xml' && isXmlWorkbook(body)))
    return readOffice(request, undefined)
  if (kind === 'table') return readOffice(request, 'csv')
  if (kind === 'mail') return readMail(request)
  const readPicture = createReadPicture(ocr)
  if (kind === 'pdf' && request.readPdf === false)
    return readFile({ ...request, readDocuments: false })
  if (kind === 'pdf') return readPdf(request, { readPicture, onProgress })
  if (kind !== 'image' || !request.readImages) return undefined
  onProgress(0, 1)
  return readImage(request, readPicture)
}
