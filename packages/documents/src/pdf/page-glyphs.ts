import { afterBlanks } from './drawn-blanks.ts'
import { call, withMemory, type Engine } from './engine.ts'
import { extensionLetter } from './formulas/tex-symbols.ts'
import {
  lettersMax,
  lineEndHyphen,
  readLook,
  readDirection,
  findPlace,
  createPlaces,
  type Look,
  type OpenPage,
} from './page-words.ts'

/** A character of a page as it is drawn. Points from the lower left corner of the page as displayed. */
export interface Glyph extends Look {
  readonly text: string
  /** Origin; `y` is the baseline. */
  readonly x: number
  readonly y: number
  /** Extent of the drawing. */
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  /** Extent including the space around it. */
  readonly start: number
  readonly end: number
  /** A space precedes it. */
  readonly startsWord: boolean
  /** Id of the marked content that it belongs to; -1 when there is none. */
  readonly mcid: number
}

/** A horizontal line. */
export interface PageRule {
  readonly left: number
  readonly right: number
  readonly y: number
}

/** What is drawn on a page. */
export interface Drawing {
  readonly glyphs: readonly Glyph[]
  readonly rules: readonly PageRule[]
}

const textType = 1
const pathType = 2
const objectsMax = 20_000
const codesOfExtension = 0x80
const isBlank = (code: number) => code === 0x20 || code === 0x0a || code === 0x0d || code === 0xa0
/** In the encoding of TeX's symbols for text. */
const bulletOfTex = 0x88
const thicknessMax = 1.5
const lengthMin = 2
const extensionFont = /^(?:CMEX|LMEX|EUEX|MTEX|[rn]?(?:tx|px)b?ex)/i

/** Characters and horizontal lines of a page; none of a page with too many, whose formulas stay text. */
export function readDrawing(engine: Engine, open: OpenPage): Drawing {
  const { page, text } = open
  const count = call(engine, 'FPDFText_CountChars', [text])
  if (count > lettersMax) return { glyphs: [], rules: [] }
  return withMemory(engine, 512, (memory) => {
    const toShown = createPlaces(engine, { ...open, memory })
    const glyphs: Glyph[] = []
    const blanks = afterBlanks(engine, page)
    let [drawing, startsWord] = [0, true]
    let look: Look | undefined
    let mcid = -1
    let direction = { isUpright: true, isPlain: true }
    for (let at = 0; at < count; at++) {
      const code = call(engine, 'FPDFText_GetUnicode', [text, at])
      // Tall brackets of TeX have the codes of blanks.
      if (isBlank(code) && call(engine, 'FPDFText_IsGenerated', [text, at]) === 1) {
        startsWord = true
        continue
      }
      const object = call(engine, 'FPDFText_GetTextObject', [text, at])
      if (!look || object !== drawing) {
        startsWord ||= blanks.has(object)
        look = readLook(engine, { text, at, memory })
        mcid = call(engine, 'FPDFPageObj_GetMarkedContentID', [object])
        direction = readDirection(engine, { text, at, memory, toShown })
      }
      drawing = object
      if (!direction.isUpright) {
        startsWord = true
        continue
      }
      const letter = readLetter(engine, { text, at, code, font: look.font })
      if (letter.trim() === '' || letter === '\0') {
        startsWord = true
        continue
      }
      const letterAt = { text, at, memory, toShown, ...direction }
      const { left: start, right: end, baseline } = findPlace(engine, letterAt)
      const box = readBox(engine, { text, at, memory })
      const [one, other] = [toShown(box.left, box.bottom), toShown(box.right, box.top)]
      glyphs.push({
        ...look,
        text: letter,
        x: start,
        y: baseline,
        start,
        end,
        left: Math.min(one.x, other.x),
        right: Math.max(one.x, other.x),
        bottom: Math.min(one.y, other.y),
        top: Math.max(one.y, other.y),
        startsWord,
        mcid,
      })
      startsWord = false
    }
    return { glyphs, rules: readRules(engine, { page, memory, toShown }) }
  })
}

/** The extension fonts of TeX have characters without a Unicode name. */
function readLetter(
  engine: Engine,
  { text, at, code, font }: { text: number; at: number; code: number; font: string },
): string {
  const known =
    code < codesOfExtension && extensionFont.test(font) ? extensionLetter(code) : undefined
  if (known !== undefined) return known
  const isBullet =
    code === bulletOfTex && call(engine, 'FPDFText_HasUnicodeMapError', [text, at]) === 1
  if (isBullet) return '•'
  return code === lineEndHyphen ? '-' : String.fromCodePoint(code)
}

function readBox(
  engine: Engine,
  { text, at, memory }: { text: number; at: number; memory: number },
) {
  call(engine, 'FPDFText_GetCharBox', [text, at, memory, memory + 8, memory + 16, memory + 24])
  const view = new DataView(engine.HEAPU8.buffer)
  const [left = 0, right = 0, bottom = 0, top = 0] = [0, 8, 16, 24].map((offset) =>
    view.getFloat64(memory + offset, true),
  )
  return { left, right, bottom, top }
}

/** Whether a page shows nothing but this number of letters, and rules. */
export function showsOnly(engine: Engine, open: OpenPage, letters: number): boolean {
  const { page, text } = open
  const objects = listObjects(engine, page)
  if (objects === undefined || call(engine, 'FPDFPage_GetAnnotCount', [page]) !== 0) return false
  const types = objects.map((object) => call(engine, 'FPDFPageObj_GetType', [object]))
  if (types.some((type) => type !== textType && type !== pathType)) return false
  const paths = types.filter((type) => type === pathType).length
  return withMemory(engine, 64, (memory) => {
    const toShown = createPlaces(engine, { ...open, memory })
    if (paths > 0 && readRules(engine, { page, memory, toShown }).length < paths) return false
    const codes = Array.from(
      { length: Math.min(lettersMax, call(engine, 'FPDFText_CountChars', [text])) },
      (_, at) => call(engine, 'FPDFText_GetUnicode', [text, at]),
    )
    return codes.filter((code) => !isBlank(code)).length <= letters
  })
}

/** Undefined for a page that cannot be read or has too many. */
function listObjects(engine: Engine, page: number): number[] | undefined {
  const count = call(engine, 'FPDFPage_CountObjects', [page])
  if (count < 0 || count > objectsMax) return undefined
  return Array.from({ length: count }, (_, index) =>
    call(engine, 'FPDFPage_GetObject', [page, index]),
  )
}

interface OpenDrawing {
  readonly page: number
  readonly memory: number
  readonly toShown: (x: number, y: number) => { readonly x: number; readonly y: number }
}

function readRules(engine: Engine, { page, memory, toShown }: OpenDrawing): PageRule[] {
  const rules: PageRule[] = []
  const count = Math.min(objectsMax, call(engine, 'FPDFPage_CountObjects', [page]))
  for (let index = 0; index < count; index++) {
    const object = call(engine, 'FPDFPage_GetObject', [page, index])
    if (call(engine, 'FPDFPageObj_GetType', [object]) !== pathType) continue
    const bounds = [memory, memory + 4, memory + 8, memory + 12]
    if (call(engine, 'FPDFPageObj_GetBounds', [object, ...bounds]) !== 1) continue
    const view = new DataView(engine.HEAPU8.buffer)
    const [left = 0, bottom = 0, right = 0, top = 0] = [0, 4, 8, 12].map((offset) =>
      view.getFloat32(memory + offset, true),
    )
    const [from, to] = [toShown(left, bottom), toShown(right, top)]
    const [width, height] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)]
    if (height <= thicknessMax && width >= lengthMin)
      rules.push({
        left: Math.min(from.x, to.x),
        right: Math.max(from.x, to.x),
        y: (from.y + to.y) / 2,
      })
  }
  return rules
}
