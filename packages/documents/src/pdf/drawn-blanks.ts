import { call, withMemory, type Engine } from './engine.ts'

const textType = 1
const objectsMax = 50_000
/** In points: narrower texts are blanks. */
export const inkMin = 0.001
/** In font sizes; soft hyphens have no advance. */
const advanceMin = 0.1

/**
 * Text objects that follow a blank which is an object of its own. PDFium leaves such blanks out of the text of a page, and finds
 * words by their distances. Browsers draw each letter as an object when they place letters on whole pixels.
 */
export function afterBlanks(engine: Engine, page: number): Set<number> {
  const found = new Set<number>()
  const count = call(engine, 'FPDFPage_CountObjects', [page])
  if (count > objectsMax) return found
  withMemory(engine, 32, (memory) => {
    let blank: Origin | undefined
    for (let index = 0; index < count; index++) {
      const object = call(engine, 'FPDFPage_GetObject', [page, index])
      if (call(engine, 'FPDFPageObj_GetType', [object]) !== textType) continue
      const isBlank = isEmpty(engine, object, memory)
      const own = blank || isBlank ? readOrigin(engine, object, memory) : undefined
      if (!isBlank && blank && own && isPast(blank, own)) found.add(object)
      blank = isBlank ? (blank ?? own) : undefined
    }
  })
  return found
}

/** Where a text object begins, in points of the file. */
interface Origin {
  readonly x: number
  readonly y: number
  readonly size: number
  /** How far its text moves to the right and up. */
  readonly across: number
  readonly up: number
}

const isPast = (blank: Origin, next: Origin) =>
  Math.hypot(next.x - blank.x, next.y - blank.y) >= advanceMin * blank.size

function isEmpty(engine: Engine, object: number, memory: number): boolean {
  const bounds = [memory, memory + 4, memory + 8, memory + 12]
  if (call(engine, 'FPDFPageObj_GetBounds', [object, ...bounds]) !== 1) return false
  const view = new DataView(engine.HEAPU8.buffer)
  return Math.abs(view.getFloat32(memory + 8, true) - view.getFloat32(memory, true)) <= inkMin
}

/** Reads where a text object begins; `memory` has 24 bytes. */
export function readOrigin(engine: Engine, object: number, memory: number): Origin | undefined {
  if (call(engine, 'FPDFPageObj_GetMatrix', [object, memory]) !== 1) return undefined
  const matrix = new DataView(engine.HEAPU8.buffer, memory)
  const [x, y] = [matrix.getFloat32(16, true), matrix.getFloat32(20, true)]
  const [a, b] = [matrix.getFloat32(0, true), matrix.getFloat32(4, true)]
  if (call(engine, 'FPDFTextObj_GetFontSize', [object, memory]) !== 1) return undefined
  const size = new DataView(engine.HEAPU8.buffer).getFloat32(memory, true)
  return { x, y, size: Math.hypot(a, b) * size, across: a * size, up: b * size }
}
