import type { Lose } from '#documents/losses.ts'
import { afterBlanks } from './drawn-blanks.ts'
import { call, withMemory, type Engine } from './engine.ts'

/** A word of a page from PDFium. Points from the lower left corner of the page as displayed. */
export interface PageWord {
  readonly text: string
  readonly x: number
  /** Of the baseline. */
  readonly y: number
  readonly width: number
  readonly fontSize: number
  readonly font: string
  readonly isBold: boolean
  readonly isItalic: boolean
  readonly fixedPitch: boolean
}

/** Degrees in which text runs, anticlockwise from left to right. */
export type Turn = 0 | 90 | 180 | 270

/** A page and its text as opened by PDFium. */
export interface OpenPage {
  readonly page: number
  readonly text: number
  /** Of the page as it is turned. */
  readonly size: { readonly width: number; readonly height: number }
  /** The page is turned so that text which runs in this direction is upright. */
  readonly turn: Turn
}

/** Letters read per page. */
export const lettersMax = 200_000
const samplePoints = 1_000
/** Device units per point, because PDFium returns integers. */
const unitsPerPoint = 64
const fontNameMax = 256
/** Returned by PDFium for a hyphen at the end of a line. */
export const lineEndHyphen = 2

/** Words of a page in file order; upright letters only. */
export function wordsOfPage(engine: Engine, open: OpenPage, lose: Lose): PageWord[] {
  const { page, text } = open
  const letters = call(engine, 'FPDFText_CountChars', [text])
  const count = Math.min(lettersMax, letters)
  if (letters > count) lose(`Text after the first ${lettersMax} letters was left out`)
  return withMemory(engine, fontNameMax + 8, (memory) => {
    const toShown = createPlaces(engine, { ...open, memory })
    const words: { -readonly [Key in keyof PageWord]: PageWord[Key] }[] = []
    const blanks = afterBlanks(engine, page)
    let drawing = 0
    let look: Look | undefined
    let direction: Direction = { isUpright: true, isPlain: true }
    let [goesOn, start] = [false, 0]
    for (let at = 0; at < count; at++) {
      const code = call(engine, 'FPDFText_GetUnicode', [text, at])
      const isUnknown = call(engine, 'FPDFText_HasUnicodeMapError', [text, at]) === 1
      const letter = isUnknown
        ? '\uFFFD'
        : code === lineEndHyphen
          ? '-'
          : String.fromCodePoint(code)
      if (/[\s\0]/u.test(letter) || call(engine, 'FPDFText_IsGenerated', [text, at]) === 1) {
        goesOn = false
        continue
      }
      const object = call(engine, 'FPDFText_GetTextObject', [text, at])
      if (object !== drawing || !look) {
        goesOn &&= !blanks.has(object)
        look = readLook(engine, { text, at, memory })
        direction = readDirection(engine, { text, at, memory, toShown })
        drawing = object
      }
      if (!direction.isUpright) {
        goesOn = false
        continue
      }
      const { left, right, baseline } = findPlace(engine, {
        text,
        at,
        memory,
        toShown,
        ...direction,
      })
      const last = words.at(-1)
      const gap = last ? left - last.x - last.width : 0
      const isJoined =
        goesOn &&
        last?.font === look.font &&
        Math.abs(last.y - baseline) < 0.1 * look.fontSize &&
        // The letters of a ligature have one place.
        (left === start || Math.abs(gap) < 0.15 * look.fontSize)
      if (last && isJoined) {
        last.text += letter
        last.width = Math.max(last.width, right - last.x)
      } else words.push({ ...look, text: letter, x: left, y: baseline, width: right - left })
      goesOn = true
      start = left
    }
    return words
  })
}

interface Letter {
  readonly text: number
  readonly at: number
  readonly memory: number
}

type ToShown = (x: number, y: number) => { readonly x: number; readonly y: number }

/** In the length of a line: text that rises or falls more is not upright. */
const slantMax = 0.35

/** How a text object is set. */
interface Direction {
  /** From left to right on the page as it is turned. */
  readonly isUpright: boolean
  /** From left to right in the coordinates of the file. */
  readonly isPlain: boolean
}

export function readDirection(
  engine: Engine,
  { text, at, memory, toShown }: Letter & { readonly toShown: ToShown },
): Direction {
  if (call(engine, 'FPDFText_GetMatrix', [text, at, memory]) !== 1)
    return { isUpright: true, isPlain: true }
  const view = new DataView(engine.HEAPU8.buffer)
  // Letters of a negative size run against their matrix.
  const sign = Math.sign(call(engine, 'FPDFText_GetFontSize', [text, at])) || 1
  const [a = 1, b = 0] = [0, 4].map((offset) => sign * view.getFloat32(memory + offset, true))
  const [from, to] = [toShown(0, 0), toShown(a, b)]
  return {
    isUpright: Math.abs(to.y - from.y) <= slantMax * (to.x - from.x),
    isPlain: Math.abs(b) <= slantMax * a,
  }
}

/** Box of a letter on the page as displayed. */
export function findPlace(
  engine: Engine,
  { text, at, memory, toShown, isPlain }: Letter & { toShown: ToShown; isPlain: boolean },
) {
  call(engine, 'FPDFText_GetCharOrigin', [text, at, memory, memory + 8])
  const view = new DataView(engine.HEAPU8.buffer)
  const numberAt = (offset: number) => view.getFloat64(memory + offset, true)
  const origin = toShown(numberAt(0), numberAt(8))
  if (!isPlain) {
    // Boxes with the space around a letter are those of letters that run along the file.
    call(engine, 'FPDFText_GetCharBox', [text, at, memory, memory + 8, memory + 16, memory + 24])
    const [one, other] = [toShown(numberAt(0), numberAt(16)), toShown(numberAt(8), numberAt(24))]
    return { left: origin.x, right: Math.max(origin.x, one.x, other.x), baseline: origin.y }
  }
  call(engine, 'FPDFText_GetLooseCharBox', [text, at, memory])
  // Left, top, right, bottom.
  const corners = [0, 4, 8, 12].map((offset) => view.getFloat32(memory + offset, true))
  const [left = 0, top = 0, right = 0, bottom = 0] = corners
  const [first, second] = [toShown(left, top), toShown(right, bottom)]
  return {
    left: Math.min(first.x, second.x),
    right: Math.max(first.x, second.x),
    baseline: origin.y,
  }
}

/** Maps file coordinates to the page as displayed (rotation and crop box) and turned. */
export function createPlaces(
  engine: Engine,
  { page, size, turn, memory }: Omit<OpenPage, 'text'> & { readonly memory: number },
): ToShown {
  const at = (x: number, y: number) => {
    const area = [0, 0, size.width * unitsPerPoint, size.height * unitsPerPoint].map(Math.round)
    const place = [x, y, memory, memory + 4]
    call(engine, 'FPDF_PageToDevice', [page, ...area, turn / 90, ...place])
    const view = new DataView(engine.HEAPU8.buffer)
    return [
      view.getInt32(memory, true) / unitsPerPoint,
      size.height - view.getInt32(memory + 4, true) / unitsPerPoint,
    ] as const
  }
  const [x0, y0] = at(0, 0)
  const [[x1, y1], [x2, y2]] = [at(samplePoints, 0), at(0, samplePoints)]
  return (x, y) => ({
    x: x0 + ((x1 - x0) * x + (x2 - x0) * y) / samplePoints,
    y: y0 + ((y1 - y0) * x + (y2 - y0) * y) / samplePoints,
  })
}

/** Style of a character. */
export type Look = Pick<PageWord, 'font' | 'fontSize' | 'isBold' | 'isItalic' | 'fixedPitch'>

/** Font descriptor flags (ISO 32000-1, table 123). */
const fixedFlag = 1
const italicFlag = 1 << 6
const boldFlag = 1 << 18

export function readLook(engine: Engine, { text, at, memory }: Letter): Look {
  const flagsAt = memory + fontNameMax
  const parts = [text, at, memory, fontNameMax, flagsAt]
  const length = Math.min(fontNameMax, call(engine, 'FPDFText_GetFontInfo', parts))
  const view = new DataView(engine.HEAPU8.buffer)
  const flags = length === 0 ? 0 : view.getInt32(flagsAt, true)
  const bytes = engine.HEAPU8.subarray(memory, memory + Math.max(0, length - 1))
  const font = Buffer.from(bytes)
    .toString('utf8')
    .replace(/^[A-Z]{6}\+/, '')
  return {
    font,
    fontSize: measureSize(engine, { text, at, memory }),
    isBold: /bold|black|heavy|^(?:CM|SF)BX/i.test(font) || (flags & boldFlag) !== 0,
    isItalic: /italic|oblique|^CM(?:TI|MI|SL|BXTI)/i.test(font) || (flags & italicFlag) !== 0,
    fixedPitch: (flags & fixedFlag) !== 0 || /^(?:CM|SF)(?:SL)?TT/i.test(font),
  }
}

/** Font size of a letter on the page, in points. */
export function measureSize(engine: Engine, { text, at, memory }: Letter): number {
  const size = call(engine, 'FPDFText_GetFontSize', [text, at])
  const isKnown = call(engine, 'FPDFText_GetMatrix', [text, at, memory]) === 1
  const view = new DataView(engine.HEAPU8.buffer)
  const [c, d] = [view.getFloat32(memory + 8, true), view.getFloat32(memory + 12, true)]
  return size * (isKnown ? Math.hypot(c, d) : 1)
}
