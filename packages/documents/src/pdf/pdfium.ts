import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'
import { ReadError } from '#base/read-error.ts'
import { oneLine } from '#content/html/walk.ts'
import { createLosses } from '#documents/losses.ts'
import { createFindDamaged } from './damaged-pictures.ts'
import { call, withMemory, type Engine } from './engine.ts'
import { openForm, type FieldText, type Form } from './form-fields.ts'
import { readDrawing, showsOnly, type Drawing } from './page-glyphs.ts'
import { readLetters, type PageLetters } from './page-letters.ts'
import { wordsOfPage, type OpenPage, type PageWord, type Turn } from './page-words.ts'
import { readPagePaths, type Dot, type UprightRule } from './page-paths.ts'
import { listTextObjects, type TextObject } from './text-objects.ts'
import { structureElements, type StructureElement } from './structure-elements.ts'

/** Size of a page as displayed, in points. */
export interface PageSize {
  readonly width: number
  readonly height: number
}

/** What a page draws beside its texts, and their places. */
export interface PageEdges {
  readonly rules: readonly UprightRule[]
  readonly dots: readonly Dot[]
  readonly texts: readonly TextObject[]
}

interface PageMarks extends PageEdges {
  /** What is written in the fields of forms, and by annotations. */
  readonly fields: readonly FieldText[]
}

export interface OpenPdf extends AsyncDisposable {
  readonly pageCount: number
  readSize(index: number): PageSize
  /** Whether a page shows nothing but this number of letters, and rules. */
  showsOnly(index: number, letters: number): boolean
  /** Number of the objects that a page draws. */
  countObjects(index: number): number
  /** Reads the letters of a page that is turned, visible or not, in file order. */
  readLetters<Result>(index: number, turn: Turn, read: (letters: PageLetters) => Result): Result
  /** Words of a page that run in a direction, visible or not, in file order. Their places are on the page turned like them. */
  readWords(index: number, turn: Turn): PageWord[]
  /** Characters that run in a direction and the lines along it, on the page turned like them. */
  readDrawing(index: number, turn: Turn): Drawing
  /** Formulas in the structure tree of a page. */
  readTaggedFormulas(index: number): StructureElement[]
  /** Rules, the places of texts if they are asked for, and what a page shows beside its text. Places are on the page as it is turned. */
  readMarks(index: number, turn: Turn, withTexts: boolean): PageMarks
  readEdges(index: number, turn: Turn, withTexts: boolean): PageEdges
  /** The form of the document, when the fields of its pages have been listed. */
  readonly form: Pick<Form, 'isDynamic' | 'listUnplaced'>
  loadPage(index: number): PDFiumPage
}

/** Opens a PDF file with PDFium; pages are zero-based. Fails with `DOCUMENT_CORRUPT`. */
export async function openPdf(file: Uint8Array, losses = createLosses()): Promise<OpenPdf> {
  const library = await startEngine()
  try {
    const document = await library.loadDocument(file)
    // Both members are private only in the types.
    const engine: Engine = document['module']
    const pointer = document['documentIdx']
    const form = openForm(engine, pointer, losses.lose)
    const isDamaged = createFindDamaged(engine)
    for (const name of listAttachments(engine, pointer))
      losses.at('in the part', name)('An embedded file was left out')
    const pages = createPages(engine, pointer)
    const turned = (index: number, turn: Turn) => ({
      turn,
      size: turnSize(readSize(engine, pointer, index), turn),
    })
    const withTurned = <Result>(index: number, turn: Turn, read: (open: OpenPage) => Result) =>
      pages.withText(index, (open) => read({ ...open, ...turned(index, turn) }))
    return {
      pageCount: document.getPageCount(),
      readSize: (index) => readSize(engine, pointer, index),
      showsOnly: (index, letters) =>
        withTurned(index, 0, (open) => showsOnly(engine, open, letters)),
      countObjects: (index) =>
        pages.withPage(index, (page) => call(engine, 'FPDFPage_CountObjects', [page])),
      readLetters: (index, turn, read) =>
        withTurned(index, turn, (open) => readLetters(engine, open, read)),
      readWords: (index, turn) =>
        withTurned(index, turn, (open) =>
          wordsOfPage(engine, open, losses.at('on page', index + 1)),
        ),
      readDrawing: (index, turn) => withTurned(index, turn, (open) => readDrawing(engine, open)),
      readTaggedFormulas: (index) =>
        pages.withText(index, ({ page }) => structureElements(engine, page, 'Formula')),
      readEdges: (index, turn, withTexts) =>
        pages.withPage(index, (page) =>
          readEdges(engine, { page, ...turned(index, turn) }, withTexts),
        ),
      readMarks: (index, turn, withTexts) =>
        pages.withPage(index, (page) => {
          const open = { page, ...turned(index, turn) }
          const lose = losses.at('on page', index + 1)
          const fields = form.listFields(open, lose)
          if (page === 0) lose('The page could not be read, because it is missing or damaged,')
          else if (isDamaged(page)) lose(damagedPicture)
          return { fields, ...readEdges(engine, open, withTexts) }
        }),
      form,
      loadPage: (index) => document.getPage(index),
      async [Symbol.asyncDispose]() {
        pages.close()
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

const readEdges = (
  engine: Engine,
  open: Omit<OpenPage, 'text'>,
  withTexts: boolean,
): PageEdges => ({
  ...readPagePaths(engine, open),
  texts: withTexts ? listTextObjects(engine, open) : [],
})

const damagedPicture = 'A picture is damaged, and text in it may be missing,'
const attachmentsMax = 100

/** Names of the files that a document carries. */
function listAttachments(engine: Engine, document: number): string[] {
  const count = call(engine, 'FPDFDoc_GetAttachmentCount', [document])
  return Array.from({ length: Math.min(attachmentsMax, count) }, (_, at) => {
    const file = call(engine, 'FPDFDoc_GetAttachment', [document, at])
    const bytes = file === 0 ? 0 : call(engine, 'FPDFAttachment_GetName', [file, 0, 0])
    return withMemory(engine, bytes, (memory) => {
      call(engine, 'FPDFAttachment_GetName', [file, memory, bytes])
      const text = engine.HEAPU8.subarray(memory, memory + Math.max(0, bytes - 2))
      return oneLine(Buffer.from(text).toString('utf16le')) || `attachment ${at + 1}`
    })
  })
}

/** Size of a page that is turned by a right angle or several. */
export const turnSize = ({ width, height }: PageSize, degrees: number): PageSize =>
  Math.round(degrees / 90) % 2 === 0 ? { width, height } : { width: height, height: width }

let compiled: Promise<WebAssembly.Module> | undefined

/** Starts an engine of its own memory; its code is compiled once per process. */
export async function startEngine(): Promise<PDFiumLibrary> {
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

function readSize(engine: Engine, document: number, index: number): PageSize {
  return withMemory(engine, 8, (pointer) => {
    call(engine, 'FPDF_GetPageSizeByIndexF', [document, index, pointer])
    const view = new DataView(engine.HEAPU8.buffer)
    return { width: view.getFloat32(pointer, true), height: view.getFloat32(pointer + 4, true) }
  })
}

interface OpenText {
  readonly page: number
  /** The text of the page. */
  readonly text: number
}

interface Kept {
  readonly index: number
  readonly page: number
  text?: number
}

/** Opens pages and their texts. The last one stays open, because it is usually read several times; pages within another one are not kept. */
function createPages(engine: Engine, document: number) {
  let [kept, depth]: [Kept | undefined, number] = [undefined, 0]
  const closePage = ({ page, text }: Kept) => {
    if (text !== undefined) call(engine, 'FPDFText_ClosePage', [text])
    call(engine, 'FPDF_ClosePage', [page])
  }
  const close = () => {
    if (kept) closePage(kept)
    kept = undefined
  }
  const open = (index: number): Kept => ({
    index,
    page: call(engine, 'FPDF_LoadPage', [document, index]),
  })
  const withKept = <Result>(index: number, read: (page: Kept) => Result): Result => {
    if (depth === 0 && kept?.index !== index) {
      close()
      kept = open(index)
    }
    const own = kept?.index === index ? kept : open(index)
    depth += 1
    try {
      return read(own)
    } finally {
      depth -= 1
      if (own !== kept) closePage(own)
    }
  }
  return {
    close,
    withPage: <Result>(index: number, read: (page: number) => Result) =>
      withKept(index, ({ page }) => read(page)),
    withText: <Result>(index: number, read: (open: OpenText) => Result) =>
      withKept(index, (own) => {
        own.text ??= call(engine, 'FPDFText_LoadPage', [own.page])
        return read({ page: own.page, text: own.text })
      }),
  }
}
