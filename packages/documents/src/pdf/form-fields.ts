import { call, withMemory, type Engine } from './engine.ts'
import type { Lose } from '#documents/losses.ts'
import { createPlaces, type OpenPage } from './page-words.ts'
import { readForm, type FormField, type FormPart } from './xfa/read-form.ts'
import { readPackets } from './xfa/read-packets.ts'

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
  /** The parts of a form of the XML Forms Architecture that no page shows. */
  listUnplaced(): FormPart[]
  /** Whether the pages only say that a viewer must make those of the form. */
  readonly isDynamic: boolean
  close(): void
}

/** As a structure of the engine without callbacks. */
const formInfoBytes = 512
const annotationsMax = 5_000
const optionsMax = 2_000
/** Of all fields of a document together, because many may share a value. */
const textBytesMax = 4 * 1024 * 1024
const [freeText, stamp, widget] = [3, 13, 20]
/** Notes, lines, shapes, marked texts, insertions, drawings and files, whose texts open when they are clicked. */
const comments = [1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 17]
const unreadComments = 'Comments that open when they are clicked were left out'
const [checkbox, radio, combo, list, textField] = [2, 3, 4, 5, 6]
const hiddenFlags = 2 | 32
const passwordFlag = 1 << 13

const [noForm, dynamicForm, staticForm] = [0, 2, 3]

/** Opens the form of a document to read its values; the document may have none. */
export function openForm(engine: Engine, document: number, lose: Lose): Form {
  const info = engine.wasmExports.malloc(formInfoBytes)
  const start = (version: number) => {
    engine.HEAPU8.fill(0, info, info + formInfoBytes)
    new DataView(engine.HEAPU8.buffer).setInt32(info, version, true)
    return call(engine, 'FPDFDOC_InitFormFillEnvironment', [document, info])
  }
  const left = { bytes: textBytesMax }
  const type = call(engine, 'FPDF_GetFormType', [document])
  // The version depends on how the engine was built.
  const form = type === noForm ? 0 : start(1) || start(2)
  const isOfXml = type === dynamicForm || type === staticForm
  const xml = isOfXml ? readPackets(engine, document, lose) : ''
  const parts = xml === '' ? [] : readForm(xml, lose)
  const filled = new Map(parts.flatMap((part) => (isFilled(part) ? [[part.name, part]] : [])))
  return {
    listFields: (open, loseOfPage) =>
      listFields({ engine, form, left, lose: loseOfPage, filled }, open),
    listUnplaced: () =>
      type === dynamicForm
        ? parts
        : [...filled.values()].filter(({ value }) => !/^☐?$/.test(value)),
    isDynamic: type === dynamicForm && parts.length > 0,
    close() {
      if (form !== 0) call(engine, 'FPDFDOC_ExitFormFillEnvironment', [form])
      engine.wasmExports.free(info)
    },
  }
}

const isFilled = (part: FormPart): part is FormField => part.kind === 'field' && part.isFilled

interface Reader {
  readonly engine: Engine
  /** 0 for none. */
  readonly form: number
  /** Of the texts that may still be read. */
  readonly left: { bytes: number }
  /** Fields of the form of XML that are not shown yet, by their names. Their values are those that viewers show. */
  readonly filled: Map<string, FormField>
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
  const { engine, form, annotation, lose } = given
  const type = call(engine, 'FPDFAnnot_GetSubtype', [annotation])
  const known = type === widget ? takeFilled(given) : undefined
  if ((call(engine, 'FPDFAnnot_GetFlags', [annotation]) & hiddenFlags) !== 0) return undefined
  if (known && known.value !== '') return { text: known.value, isBox: known.isBox }
  if (type === widget) return form === 0 ? undefined : readField(given)
  const read = () => readText(given, 'FPDFAnnot_GetStringValue', ['Contents', annotation])
  if (type === freeText || type === stamp) return textOrNothing(read())
  if (comments.includes(type) && read().trim() !== '') lose(unreadComments)
  return undefined
}

/** A field of a form of XML has the same name there. */
function takeFilled(given: Annotation): FormField | undefined {
  const { form, annotation, filled } = given
  if (form === 0 || filled.size === 0) return undefined
  const name = readText(given, 'FPDFAnnot_GetFormFieldName', [undefined, form, annotation])
  const field = filled.get(name)
  filled.delete(name)
  return field
}

function readField(given: Annotation): Pick<FieldText, 'text' | 'isBox'> | undefined {
  const { engine, form, annotation } = given
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
