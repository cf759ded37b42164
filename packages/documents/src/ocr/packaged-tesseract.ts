import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type * as Tesseract from 'tesseract.js'
import { ReadError } from '#base/read-error.ts'

const languageFolder = '4.0.0_best_int'
const neuralNetwork = 1

/**
 * Runs the packaged tesseract (WebAssembly) with its packaged data, which are in `folder` or around this package; nothing is downloaded.
 * Fails with `NOT_IMPLEMENTED` when they are not installed.
 */
export async function readWithPackage(
  picture: Buffer,
  { folder, signal }: { readonly folder: string | undefined; readonly signal: AbortSignal },
): Promise<string> {
  const { createWorker, data } = findPackages(folder)
  const worker = await createWorker('eng', neuralNetwork, {
    langPath: join(data, languageFolder),
    cacheMethod: 'none',
    gzip: true,
    errorHandler: () => {},
  })
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(new ReadError('SCRAPE_TIMEOUT'))
  signal.addEventListener('abort', onAbort)
  try {
    const read = worker.recognize(picture, {}, { tsv: true, text: false, blocks: false })
    const { data: result } = await Promise.race([read, aborted])
    return result.tsv ?? ''
  } finally {
    signal.removeEventListener('abort', onAbort)
    await worker.terminate()
  }
}

function findPackages(folder: string | undefined) {
  const require = createRequire(
    folder === undefined ? import.meta.url : join(folder, 'package.json'),
  )
  try {
    const { createWorker } = require('tesseract.js') as typeof Tesseract
    return { createWorker, data: dirname(require.resolve('@tesseract.js-data/eng')) }
  } catch (cause) {
    const message =
      'OCR needs the program tesseract, or the packages tesseract.js and @tesseract.js-data/eng.'
    throw new ReadError('NOT_IMPLEMENTED', message, { cause })
  }
}
