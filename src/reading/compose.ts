import { dirname } from 'node:path'
import type { Config } from '#config.ts'
import { findTesseract } from '#documents/ocr/find-tesseract.ts'
import { installPart } from '#kernel/install-part.ts'
import { withoutNetwork } from '#kernel/without-network.ts'
import { createReadContent } from './pool.ts'
import { createReadDocument } from './processes/create-read-document.ts'
import { createReadAny } from './read-any.ts'
import type { ReadContent } from './read-content.ts'

/** The program that reads pictures. Undefined when there is none, or none that can run without a network: the packaged one is used. */
export function pictureReader(config: Config): string | undefined {
  const program = findTesseract(config.content.tesseractPath)
  return withoutNetwork().length > 0 ? program : undefined
}

/** Reads documents, in processes that the caller disposes of. */
export const composeReadDocument = (config: Config) =>
  createReadDocument({
    ocr: { program: pictureReader(config), languages: config.content.ocrLanguages },
    installReader: () => installPart('ocr').then((path) => dirname(dirname(path))),
    memoryBytesMax: config.content.documentBytesMax,
    ...(config.content.documentsMax && { processesMax: config.content.documentsMax }),
  })

/** Readers that several services share. */
export interface GivenReaders {
  readonly readPage?: ReadContent | undefined
  readonly readDocument?: ReturnType<typeof composeReadDocument> | undefined
}

/** The parts that read pages and documents; `stack` disposes them, without those that are given. */
export function composeReaders(
  config: Config,
  stack: AsyncDisposableStack,
  { threadsMax, ...given }: GivenReaders & { readonly threadsMax?: number } = {},
) {
  const readPage =
    given.readPage ?? stack.use(createReadContent(threadsMax ? { workersMax: threadsMax } : {}))
  const readDocument = given.readDocument ?? stack.use(composeReadDocument(config))
  const readContent: ReadContent = createReadAny({ readPage, readDocument })
  return { readContent, readDocument }
}
