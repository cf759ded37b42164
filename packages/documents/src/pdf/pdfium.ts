import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'
import { ReadError } from '#base/read-error.ts'
import { call, withMemory, type Engine } from './engine.ts'
import { openForm, type FieldText } from './form-fields.ts'
import { drawingOf, showsOnly, type Drawing } from './page-glyphs.ts'
import { readLetters, type PageLetters } from './page-letters.ts'
import { wordsOfPage, type PageWord } from './page-words.ts'
import { structureElements, type StructureElement } from './structure-elements.ts'

/** Size of a page as displayed, in points. */
export interface PageSize {
  readonly width: number
  readonly height: number
}

export interface OpenPdf extends AsyncDisposable {
  readonly pageCount: number
  sizeOf(index: number): PageSize
  /** Whether a page shows nothing but this number of letters, and rules. */
  showsOnly(index: number, letters: number): boolean
  /** Number of the objects that a page draws. */
  objectCountOf(index: number): number
  /** Reads the letters of a page, visible or not, in file order. */
  lettersOf<Result>(index: number, read: (letters: PageLetters) => Result): Result
  /** Words of a page, visible or not, in file order. */
  wordsOf(index: number): PageWord[]
  /** Characters and horizontal lines of a page. */
  drawingOf(index: number): Drawing
  /** Formulas in the structure tree of a page. */
  taggedFormulasOf(index: number): StructureElement[]
  /** What is written in the fields of forms on a page, and by annotations. */
  fieldsOf(index: number): FieldText[]
  pageOf(index: number): PDFiumPage
}

/** Opens a PDF file with PDFium; pages are zero-based. Fails with `DOCUMENT_CORRUPT`. */
export async function openPdf(file: Uint8Array): Promise<OpenPdf> {
  const library = await startEngine()
  try {
    const document = await library.loadDocument(file)
    // Both members are private only in the types.
    const engine: Engine = document['module']
    const pointer = document['documentIdx']
    const form = openForm(engine, pointer)
    return {
      pageCount: document.getPageCount(),
      sizeOf: (index) => sizeOf(engine, pointer, index),
      showsOnly: (index, letters) =>
        withText(engine, [pointer, index], (open) =>
          showsOnly(engine, { ...open, size: sizeOf(engine, pointer, index) }, letters),
        ),
      objectCountOf: (index) =>
        withPage(engine, [pointer, index], (page) => call(engine, 'FPDFPage_CountObjects', [page])),
      lettersOf: (index, read) =>
        withText(engine, [pointer, index], (open) =>
          readLetters(engine, { ...open, size: sizeOf(engine, pointer, index) }, read),
        ),
      wordsOf: (index) =>
        withText(engine, [pointer, index], (open) =>
          wordsOfPage(engine, { ...open, size: sizeOf(engine, pointer, index) }),
        ),
      drawingOf: (index) =>
        withText(engine, [pointer, index], (open) =>
          drawingOf(engine, { ...open, size: sizeOf(engine, pointer, index) }),
        ),
      taggedFormulasOf: (index) =>
        withText(engine, [pointer, index], ({ page }) =>
          structureElements(engine, page, 'Formula'),
        ),
      fieldsOf: (index) =>
        withPage(engine, [pointer, index], (page) =>
          form.fieldsOf({ page, size: sizeOf(engine, pointer, index) }),
        ),
      pageOf: (index) => document.getPage(index),
      async [Symbol.asyncDispose]() {
        form.close()
        document.destroy()
        library.destroy()
      },
    }
  } catch (cause) {
    library.destroy()
    throw new ReadError('DOCUMENT_CORRUPT', undefined, { cause })
  }
}

let compiled: Promise<WebAssembly.Module> | undefined

/** Starts an engine of its own memory; its code is compiled once per process. */
async function startEngine(): Promise<PDFiumLibrary> {
  compiled ??= compileEngine()
  const code = await compiled
  return PDFiumLibrary.init({
    instantiateWasm(imports: WebAssembly.Imports, onInstance: (one: WebAssembly.Instance) => void) {
      onInstance(new WebAssembly.Instance(code, imports))
      return {}
    },
  })
}

async function compileEngine(): Promise<WebAssembly.Module> {
  const folder = dirname(createRequire(import.meta.url).resolve('@hyzyla/pdfium'))
  return WebAssembly.compile(await readFile(join(folder, 'pdfium.wasm')))
}

function sizeOf(engine: Engine, document: number, index: number): PageSize {
  return withMemory(engine, 8, (pointer) => {
    call(engine, 'FPDF_GetPageSizeByIndexF', [document, index, pointer])
    const view = new DataView(engine.HEAPU8.buffer)
    return { width: view.getFloat32(pointer, true), height: view.getFloat32(pointer + 4, true) }
  })
}

function withPage<Result>(
  engine: Engine,
  [document, index]: readonly [number, number],
  read: (page: number) => Result,
): Result {
  const page = call(engine, 'FPDF_LoadPage', [document, index])
  try {
    return read(page)
  } finally {
    call(engine, 'FPDF_ClosePage', [page])
  }
}

interface OpenText {
  readonly page: number
  /** The text of the page. */
  readonly text: number
}

function withText<Result>(
  engine: Engine,
  at: readonly [number, number],
  read: (open: OpenText) => Result,
): Result {
  return withPage(engine, at, (page) => {
    const text = call(engine, 'FPDFText_LoadPage', [page])
    try {
      return read({ page, text })
    } finally {
      call(engine, 'FPDFText_ClosePage', [text])
    }
  })
}
