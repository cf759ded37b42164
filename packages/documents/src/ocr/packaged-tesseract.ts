import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ReadError } from '#base/read-error.ts'

const languageFolder = '4.0.0_best_int'
const neuralNetwork = 1

/** Runs the packaged tesseract (WebAssembly) with its packaged data; nothing is downloaded. */
export async function readWithPackage(picture: Buffer, signal: AbortSignal): Promise<string> {
  const { createWorker } = await import('tesseract.js')
  const data = dirname(fileURLToPath(import.meta.resolve('@tesseract.js-data/eng')))
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
