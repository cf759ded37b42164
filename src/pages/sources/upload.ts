import type { Content } from '#content/content.ts'
import { readableEndings } from '#content/bytes/file-name.ts'
import { scrapePrice } from '#credits/prices.ts'
import type { ReadDocument } from '#reading/processes/create-read-document.ts'
import { contentOptions, type ContentOptions } from '#formats/content-options.ts'
import { queueMetadata } from '#formats/to-document.ts'
import { ServiceError } from '#kernel/errors.ts'
import { noAddress } from '#base/no-address.ts'
import type { UploadedFile } from '#kernel/uploaded-file.ts'
import type { DocumentOrder, OrderSource } from '#pages/make-document.ts'
import { checksInjection, formatsToRead } from '#pages/safeguard.ts'
import { fileMetadata } from './file-metadata.ts'

/** A file to convert into a document. */
export interface FileOrder extends DocumentOrder {
  readonly request: DocumentOrder['request'] & ContentOptions
  readonly file: UploadedFile
  /** Called when the file turns out to have more pages; what it throws ends the order. */
  readonly onPages?: (pages: number) => Promise<void>
}

/** Reads uploaded files; the name of the file replaces the URL. */
export function createUploadSource({
  readDocument,
}: {
  readonly readDocument: ReadDocument
}): OrderSource<FileOrder> {
  return async function readUpload(order) {
    const { id, request, file, queuedMs, zeroDataRetention } = order
    const content = await readFile(readDocument, order)
    const name = file.name ?? 'file'
    return {
      content,
      extraFormats: formatsToRead(request),
      facts: {
        metadata: {
          ...fileMetadata(name, file.contentType),
          scrapeId: id,
          proxyUsed: 'basic',
          cacheState: 'miss',
          creditsUsed: 0,
          ...queueMetadata(queuedMs),
        },
      },
      draft: { isComplete: true },
      origin: { url: name, isPersonal: false },
      countCredits: (pages) => scrapePrice({ kind: 'page', pages }, { zeroDataRetention }),
    }
  }
}

/** Stops as soon as `onPages` refuses the number of pages. */
async function readFile(readDocument: ReadDocument, order: FileOrder): Promise<Content> {
  const { request, file, teamId } = order
  const refused = new AbortController()
  let pagesMost = 1
  let accepting = Promise.resolve()
  const accept = (pages: number) => {
    if (pages <= pagesMost) return
    pagesMost = pages
    accepting = accepting
      .then(() => order.onPages?.(pages))
      .catch((failure: unknown) => refused.abort(failure))
  }
  const options = contentOptions(request)
  try {
    return await readDocument(
      {
        request: {
          ...options,
          formats: [...options.formats, ...formatsToRead(request)],
          wantsExamined: checksInjection(request),
          url: noAddress,
          status: 200,
          contentType: file.contentType,
          fileName: file.name,
          isUpload: true,
        },
        source: { kind: 'file', path: file.path, key: file.key },
      },
      { teamId, signal: AbortSignal.any([order.signal, refused.signal]) },
      ({ pages }) => accept(pages),
    )
  } catch (thrown) {
    throw thrown instanceof ServiceError && thrown.code === 'SCRAPE_UNSUPPORTED_FILE_ERROR'
      ? unsupportedType()
      : thrown
  } finally {
    await accepting
  }
}

function unsupportedType(): ServiceError {
  const endings = readableEndings.join(', ')
  const message = `Unsupported upload type. Supported file extensions: ${endings}. Pictures need the parser image.`
  return new ServiceError('UNSUPPORTED_FILE_TYPE', message)
}
