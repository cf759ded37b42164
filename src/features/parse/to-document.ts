import type { Content, ContentFormat, ContentRequest } from '#content/content.ts'
import { typeOfName } from '#content/file-name.ts'
import type { Document } from '#features/scrape/document.ts'
import { pdfOptions } from '#features/scrape/parsers.ts'
import type { UploadedFile } from '#kernel/uploaded-file.ts'
import { noAddress } from '#kernel/no-address.ts'
import type { ParseRequest } from './contract.ts'

/** How the file is to be read. */
export function toContentRequest(
  request: ParseRequest,
  { name, contentType }: UploadedFile,
  formats: readonly ContentFormat[],
): Omit<ContentRequest, 'body'> {
  const { parsers, onlyMainContent, includeTags = [], excludeTags = [] } = request
  return {
    url: noAddress,
    status: 200,
    contentType,
    fileName: name,
    isUpload: true,
    formats,
    onlyMainContent,
    includeTags,
    excludeTags,
    removeBase64Images: request.removeBase64Images,
    readDocuments: parsers.length > 0,
    readPdf: parsers.some(({ type }) => type === 'pdf'),
    pdf: pdfOptions(parsers),
    readImages: parsers.some(({ type }) => type === 'image'),
  }
}

/** What is known of the file beside its content. */
interface FileFacts {
  readonly id: string
  readonly file: UploadedFile
  readonly creditsUsed: number
  readonly queuedMs: number
}

/** The document callers get (contract section 7.1). */
export function toDocument(content: Content, facts: FileFacts): Document {
  const {
    metadata,
    warnings,
    shell: _shell,
    paidPages: _paid,
    numPages,
    totalPages,
    ...formats
  } = content
  const { file, queuedMs } = facts
  const name = file.name ?? 'file'
  const warning = warnings.join(' ')
  return {
    ...formats,
    ...(warning !== '' && { warning }),
    metadata: {
      ...metadata,
      sourceURL: name,
      url: name,
      statusCode: 200,
      sourceFile: name,
      contentType: typeOfName(file.name) ?? file.contentType ?? 'application/octet-stream',
      scrapeId: facts.id,
      ...(numPages !== undefined && { numPages }),
      ...(totalPages !== undefined && { totalPages }),
      proxyUsed: 'basic',
      cacheState: 'miss',
      creditsUsed: facts.creditsUsed,
      concurrencyLimited: queuedMs > 0,
      ...(queuedMs > 0 && { concurrencyQueueDurationMs: Math.ceil(queuedMs) }),
    } as Document['metadata'],
  }
}
