import { existsSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as Tesseract from 'tesseract.js'
import { ReadError } from '#base/read-error.ts'
import { explainMissing, type OcrSettings } from './ocr-settings.ts'

const languageFolder = '4.0.0_best_int'
const neuralNetwork = 1

/**
 * Runs the packaged tesseract (WebAssembly) with the packaged data of its languages, which are in `packages` or around this package;
 * nothing is downloaded. Fails with `NOT_IMPLEMENTED` when they are not installed.
 */
export async function readWithPackage(
  picture: Buffer,
  {
    packages,
    languages,
    signal,
  }: Pick<OcrSettings, 'packages' | 'languages'> & { readonly signal: AbortSignal },
): Promise<string> {
  const require = createRequire(
    packages === undefined ? import.meta.url : join(packages, 'package.json'),
  )
  const { createWorker } = findPackage(require)
  const files = languages.split('+').map((language) => findLanguage(language, require))
  await using data = await makeFolder(files)
  const worker = await createWorker(languages, neuralNetwork, {
    langPath: data.path,
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

function findPackage(require: NodeJS.Require): typeof Tesseract {
  try {
    return require('tesseract.js') as typeof Tesseract
  } catch (cause) {
    const message =
      'OCR needs the program tesseract, or the packages tesseract.js and @tesseract.js-data/eng.'
    throw new ReadError('NOT_IMPLEMENTED', message, { cause })
  }
}

interface DataFile {
  readonly folder: string
  readonly name: string
}

/** The compressed data of a language such as `deu` or `chi_sim`. */
function findLanguage(language: string, require: NodeJS.Require): DataFile {
  const packageName = `@tesseract.js-data/${language}`
  const name = `${language}.traineddata.gz`
  const isName = /^[a-z]{2,4}(?:_[a-z]{1,10}){0,2}$/i.test(language)
  const folders = isName ? (require.resolve.paths(packageName) ?? []) : []
  const folder = folders
    .map((one) => join(one, packageName, languageFolder))
    .find((one) => existsSync(join(one, name)))
  if (folder !== undefined) return { folder, name }
  const wanted = `tesseract with it, or the package ${packageName}`
  throw new ReadError('NOT_IMPLEMENTED', explainMissing(language, wanted))
}

/** The library reads all languages from one folder. */
async function makeFolder(files: readonly DataFile[]) {
  const [only, ...others] = files
  if (only && others.length === 0)
    return { path: only.folder, [Symbol.asyncDispose]: async () => {} }
  // Node.js 22 makes no folders that remove themselves.
  const path = await mkdtemp(join(tmpdir(), 'weir-ocr-'))
  for (const { folder, name } of files) await symlink(join(folder, name), join(path, name))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}
