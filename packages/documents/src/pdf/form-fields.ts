import { call, withMemory, type Engine } from './engine.ts'
import type { Lose } from '#documents/losses.ts'
import { createPlaces, type OpenPage } from './page-words.ts'

/** What is written in a field of a form, or on a page by an annotation. */
export interface FieldText {
  readonly text: string
  /** Of the field, in points from the lower left corner of the page as displayed. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Font size in points; 0 when it depends on the field. */
  readonly size: number
  /** A box that is ticked or not. */
  readonly isBox: boolean
}

export interface Form {
  listFields(open: Omit<OpenPage, 'text'>, lose: Lose): FieldText[]
  close(): void
}

/** As a structure of the engine without callbacks. */
const formInfoBytes = 512
const annotationsMax = 5_000
const optionsMax = 2_000
/** Of all fields of a document together, because many may share a value. */
const textBytesMax = 4 * 1024 * 1024
const [freeText, stamp, widget] = [3, 13, 20]
const [checkbox, radio, combo, list, textField] = [2, 3, 4, 5, 6]
const hiddenFlags = 2 | 32
const passwordFlag = 1 << 13

/** Opens the form of a document to read its values; the document may have none. */
export function openForm(engine: Engine, document: number): Form {
  const info = engine.wasmExports.malloc(formInfoBytes)
  const start = (version: number) => {
    engine.HEAPU8.fill(0, info, info + formInfoBytes)
    new DataView(engine.HEAPU8.buffer).setInt32(info, version, true)
    return call(engine, 'FPDFDOC_InitFormFillEnvironment', [document, info])
  }
  const left = { bytes: textBytesMax }
  // The version depends on how the engine was built.
  const form = call(engine, 'FPDF_GetFormType', [document]) === 0 ? 0 : start(1) || start(2)
  return {
    listFields: (open, lose) => listFields({ engine, form, left, lose }, open),
    close() {
      if (form !== 0) call(engine, 'FPDFDOC_ExitFormFillEnvironment', [form])
      engine.wasmExports.free(info)
    },
  }
}

interface Reader {
  readonly engine: Engine
  /** 0 for none. */
  readonly form: number
  /** Of the texts that may still be read. */
  readonly left: { bytes: number }
  readonly lose: Lose
}

function listFields(reader: Reader, open: Omit<OpenPage, 'text'>): FieldText[] {
  const { engine } = reader
  const found = call(engine, 'FPDFPage_GetAnnotCount', [open.page])
  const count = Math.min(annotationsMax, found)
  if (count <= 0) return []
  if (found > count) reader.lose(`Annotations after the first ${annotationsMax} were left out`)
  return withMemory(engine, 16, (memory) => {
    const toShown = createPlaces(engine, { ...open, memory })
    return Array.from({ length: count }, (_, at) => {
      const annotation = call(engine, 'FPDFPage_GetAnnot', [open.page, at])
      if (annotation === 0) return []
      try {
        const shown = readAnnotation({ ...reader, annotation })
        if (!shown || call(engine, 'FPDFAnnot_GetRect', [annotation, memory]) !== 1) return []
        const view = new DataView(engine.HEAPU8.buffer)
        // In the order left, top, right, bottom.
        const [left, top, right, bottom] = [0, 4, 8, 12].map((part) =>
          view.getFloat32(memory + part, true),
        ) as [number, number, number, number]
        const [first, second] = [toShown(left, top), toShown(right, bottom)]
        const size = measureFontSize({ ...reader, annotation }, memory)
        return [
          {
            ...shown,
            size,
            x: Math.min(first.x, second.x),
            y: Math.min(first.y, second.y),
            width: Math.abs(first.x - second.x),
            height: Math.abs(first.y - second.y),
          },
        ]
      } finally {
        call(engine, 'FPDFPage_CloseAnnot', [annotation])
      }
    }).flat()
  })
}

interface Annotation extends Reader {
  readonly annotation: number
}

/** Undefined for annotations that show no text of their own. */
function readAnnotation(given: Annotation): Pick<FieldText, 'text' | 'isBox'> | undefined {
  const { engine, form, annotation } = given
  if ((call(engine, 'FPDFAnnot_GetFlags', [annotation]) & hiddenFlags) !== 0) return undefined
  const type = call(engine, 'FPDFAnnot_GetSubtype', [annotation])
  if (type === freeText || type === stamp)
    return textOrNothing(readText(given, 'FPDFAnnot_GetStringValue', ['Contents', annotation]))
  if (type !== widget || form === 0) return undefined
  const kind = call(engine, 'FPDFAnnot_GetFormFieldType', [form, annotation])
  if (kind === checkbox || kind === radio) {
    return { text: isTicked(given) ? '☑' : '☐', isBox: true }
  }
  if (![combo, list, textField].includes(kind)) return undefined
  const flags = call(engine, 'FPDFAnnot_GetFormFieldFlags', [form, annotation])
  if (kind === textField && (flags & passwordFlag) !== 0) return undefined
  const chosen = kind === textField ? [] : chosenOptions(given)
  return textOrNothing(
    chosen.length > 0
      ? chosen.join(', ')
      : readText(given, 'FPDFAnnot_GetFormFieldValue', [undefined, form, annotation]),
  )
}

/** By the name of the appearance that is shown, or by the value of the field. */
function isTicked(given: Annotation): boolean {
  const { form, annotation } = given
  const shown =
    readText(given, 'FPDFAnnot_GetStringValue', ['AS', annotation]) ||
    readText(given, 'FPDFAnnot_GetFormFieldValue', [undefined, form, annotation])
  return shown !== '' && shown !== 'Off'
}

const textOrNothing = (text: string) => (text.trim() === '' ? undefined : { text, isBox: false })

/** The labels of the chosen options. */
function chosenOptions(given: Annotation): string[] {
  const { engine, form, annotation, lose } = given
  const count = call(engine, 'FPDFAnnot_GetOptionCount', [form, annotation])
  if (count > optionsMax) lose(`Choices after the first ${optionsMax} of a field were left out`)
  return Array.from({ length: Math.max(0, Math.min(optionsMax, count)) }, (_, at) => at)
    .filter((at) => call(engine, 'FPDFAnnot_IsOptionSelected', [form, annotation, at]) === 1)
    .map((at) => readText(given, 'FPDFAnnot_GetOptionLabel', [undefined, form, annotation, at]))
    .filter((label) => label !== '')
}

function measureFontSize({ engine, form, annotation }: Annotation, memory: number): number {
  if (form === 0) return 0
  const isKnown = call(engine, 'FPDFAnnot_GetFontSize', [form, annotation, memory]) === 1
  return isKnown ? new DataView(engine.HEAPU8.buffer).getFloat32(memory, true) : 0
}

/** A text in UTF-16 that a function writes; the key is a name of the dictionary that it reads. */
function readText(
  { engine, left, lose }: Reader,
  getter: string,
  [key, ...parts]: readonly [string | undefined, ...number[]],
): string {
  const name = Buffer.from(`${key ?? ''}\0`, 'latin1')
  return withMemory(engine, name.length, (keyMemory) => {
    engine.HEAPU8.set(name, keyMemory)
    const given = key === undefined ? parts : [...parts, keyMemory]
    const bytes = call(engine, getter, [...given, 0, 0])
    if (bytes <= 2) return ''
    if (bytes > left.bytes) {
      lose('Texts of form fields and annotations beyond 4 MB were left out')
      return ''
    }
    left.bytes -= bytes
    return withMemory(engine, bytes, (memory) => {
      call(engine, getter, [...given, memory, bytes])
      const text = engine.HEAPU8.subarray(memory, memory + bytes - 2)
      return Buffer.from(text).toString('utf16le').replaceAll('\0', '')
    })
  })
}
