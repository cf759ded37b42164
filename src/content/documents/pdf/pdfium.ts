import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'
import { ServiceError } from '#kernel/errors.ts'

/** Size of a page as it is shown, in points. */
export interface PageSize {
  readonly width: number
  readonly height: number
}

/** Points from the lower left corner of the page. */
export interface Bounds {
  readonly left: number
  readonly bottom: number
  readonly right: number
  readonly top: number
}

/** The engine below the library, which tells the types of only some of its functions. */
interface Engine {
  readonly wasmExports: { malloc(bytes: number): number; free(pointer: number): void }
  readonly HEAPU8: Uint8Array
}

const lettersMax = 2_000

export interface OpenPdf extends AsyncDisposable {
  sizeOf(index: number): PageSize
  /** The text within each of these bounds of a page. */
  textWithin(index: number, bounds: readonly Bounds[]): string[]
  pageOf(index: number): PDFiumPage
}

/** Opens a PDF file in the engine that draws it; pages count from 0. Fails with `DOCUMENT_CORRUPT`. */
export async function openPdf(file: Uint8Array): Promise<OpenPdf> {
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(file)
    // Both are private in the types alone.
    const engine: Engine = document['module']
    const pointer = document['documentIdx']
    return {
      sizeOf: (index) => sizeOf(engine, pointer, index),
      textWithin: (index, bounds) =>
        textWithin(engine, call(engine, 'FPDF_LoadPage', [pointer, index]), bounds),
      pageOf: (index) => document.getPage(index),
      async [Symbol.asyncDispose]() {
        document.destroy()
        library.destroy()
      },
    }
  } catch (cause) {
    library.destroy()
    throw new ServiceError('DOCUMENT_CORRUPT', undefined, { cause })
  }
}

/** Calls a function of the engine by its name. */
function call(engine: Engine, name: string, parts: readonly number[]): number {
  const called: unknown = Reflect.get(engine, `_${name}`)
  if (typeof called !== 'function') throw new TypeError(`The engine has no ${name}.`)
  return Number(Reflect.apply(called, engine, parts))
}

function sizeOf(engine: Engine, document: number, index: number): PageSize {
  const pointer = engine.wasmExports.malloc(8)
  try {
    call(engine, 'FPDF_GetPageSizeByIndexF', [document, index, pointer])
    const view = new DataView(engine.HEAPU8.buffer)
    return { width: view.getFloat32(pointer, true), height: view.getFloat32(pointer + 4, true) }
  } finally {
    engine.wasmExports.free(pointer)
  }
}

function textWithin(engine: Engine, page: number, bounds: readonly Bounds[]): string[] {
  const text = call(engine, 'FPDFText_LoadPage', [page])
  const pointer = engine.wasmExports.malloc(lettersMax * 2)
  try {
    return bounds.map(({ left, top, right, bottom }) => {
      const count = call(engine, 'FPDFText_GetBoundedText', [
        text,
        left,
        top,
        right,
        bottom,
        pointer,
        lettersMax,
      ])
      const bytes = engine.HEAPU8.subarray(pointer, pointer + Math.min(count, lettersMax) * 2)
      return Buffer.from(bytes).toString('utf16le').replaceAll('\0', '')
    })
  } finally {
    engine.wasmExports.free(pointer)
    call(engine, 'FPDFText_ClosePage', [text])
    call(engine, 'FPDF_ClosePage', [page])
  }
}
