import { inkMin, readOrigin } from './drawn-blanks.ts'
import { call, withMemory, type Engine } from './engine.ts'
import { createPlaces, type OpenPage } from './page-words.ts'

/** A text that a page draws at a place of its own. Points from the lower left corner of the page as it is turned. */
export interface TextObject {
  readonly x: number
  /** Right edge of its ink, without the blanks at its end. */
  readonly right: number
  /** Of the baseline. */
  readonly y: number
  readonly size: number
}

const textType = 1
/** Of a page; others are not looked at. */
const objectsMax = 20_000
/** In points. */
const levelMax = 0.1
/** In font sizes: of a blank, which has no ink. */
const blankWidth = 0.3

/** Lists the texts of a page that run from left to right, in file order; those in forms of the page are left out. */
export function listTextObjects(engine: Engine, open: Omit<OpenPage, 'text'>): TextObject[] {
  const { page } = open
  const count = Math.min(objectsMax, call(engine, 'FPDFPage_CountObjects', [page]))
  if (count <= 0) return []
  return withMemory(engine, 32, (memory) => {
    const toShown = createPlaces(engine, { ...open, memory })
    const found: TextObject[] = []
    const sides = [memory, memory + 4, memory + 8, memory + 12] as const
    for (let index = 0; index < count; index++) {
      const object = call(engine, 'FPDFPage_GetObject', [page, index])
      if (call(engine, 'FPDFPageObj_GetType', [object]) !== textType) continue
      const origin = readOrigin(engine, object, memory)
      if (!origin || call(engine, 'FPDFPageObj_GetBounds', [object, ...sides]) !== 1) continue
      const { x, y } = toShown(origin.x, origin.y)
      const end = toShown(origin.x + origin.across, origin.y + origin.up)
      if (end.x <= x || Math.abs(end.y - y) > levelMax) continue
      const view = new DataView(engine.HEAPU8.buffer)
      const side = (at: 0 | 1 | 2 | 3) => view.getFloat32(sides[at], true)
      const size = Math.abs(origin.size)
      const [from, to] = [toShown(side(0), side(1)).x, toShown(side(2), side(3)).x]
      const isBlank = Math.abs(side(2) - side(0)) <= inkMin
      found.push({ x, y, right: isBlank ? x + blankWidth * size : Math.max(from, to), size })
    }
    return found
  })
}
