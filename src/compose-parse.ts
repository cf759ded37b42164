import { join } from 'node:path'
import type { Config } from '#config.ts'
import { findTesseract } from '#content/documents/ocr/find-tesseract.ts'
import { createReadDocument } from '#content/documents/processes/create-read-document.ts'
import type { ReadContent } from '#content/content.ts'
import { createReadAny } from '#content/read-any.ts'
import { createReadContent } from '#content/pool.ts'
import { createUploads } from '#features/parse/uploads.ts'
import type { ServerParts } from '#http/server.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Database } from '#storage/database.ts'
import type { DeriveKey } from '#storage/secret.ts'
import { createTemporaryFiles } from '#storage/temporary-files.ts'

/** What reads pages and documents; `stack` disposes it. */
export function composeReaders(
  config: Config,
  stack: AsyncDisposableStack,
  { threadsMax }: { readonly threadsMax?: number } = {},
) {
  const readPage = stack.use(createReadContent(threadsMax ? { workersMax: threadsMax } : {}))
  const readDocument = stack.use(
    createReadDocument({
      ocr: {
        program: findTesseract(config.WEIR_TESSERACT_PATH),
        languages: config.WEIR_OCR_LANGUAGES,
      },
      memoryBytesMax: config.WEIR_DOCUMENT_MEMORY_MAX,
      ...(config.WEIR_DOCUMENTS_MAX && { processesMax: config.WEIR_DOCUMENTS_MAX }),
    }),
  )
  const readContent: ReadContent = createReadAny({ readPage, readDocument })
  return { readContent, readDocument }
}

/** Files that come with requests, and those that are sent before. */
export async function composeUploads(
  config: Config,
  parts: { readonly database: Database; readonly clock: Clock; readonly deriveKey: DeriveKey },
) {
  const folder = (name: string) => join(config.WEIR_DATA_DIR, name)
  const temporary = createTemporaryFiles(folder('incoming'))
  await temporary.removeLeftovers()
  const secret = parts.deriveKey('uploads')
  const uploads = createUploads({ ...parts, directory: folder('uploads'), secret })
  const edge: Pick<ServerParts, 'keepUpload' | 'receiveUpload'> = {
    keepUpload: (stream, keeping) => temporary.keep(stream, keeping),
    receiveUpload: (target, open, signal) => uploads.receive(target, open, signal),
  }
  return { uploads, edge }
}
