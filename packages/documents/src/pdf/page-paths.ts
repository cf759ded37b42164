import { call, withMemory, type Engine } from './engine.ts'
import { createPlaces, type OpenPage } from './page-words.ts'

/** A line from top to bottom that a page draws. Points from the lower left corner of the page as it is turned. */
export interface UprightRule {
  readonly x: number
  readonly top: number
  readonly bottom: number
}

/** A small shape that a page draws, as wide as high or a dash: it may be a bullet. In the same points. */
export interface Dot {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

interface PagePaths {
  readonly rules: UprightRule[]
  readonly dots: Dot[]
}

const pathType = 2
/** Of a page; others are not looked at. */
const [objectsMax, segmentsMax, rulesMax, dotsMax] = [20_000, 50_000, 2_000, 500]
/** In points. */
const [slantMax, heightMin] = [0.5, 4]
/** In points, and how much longer one side is than the other. */
const dot = { least: 1, most: 8, ratioMax: 1.6, dashHeightMax: 1.2, dashWidthMin: 2.5 }
const moveTo = 2
const matrixBytes = 24

/** Finds the upright lines of a page, strokes and edges of boxes, and the small shapes. */
export function readPagePaths(engine: Engine, open: Omit<OpenPage, 'text'>): PagePaths {
  const { page } = open
  const found: PagePaths = { rules: [], dots: [] }
  const count = Math.min(objectsMax, call(engine, 'FPDFPage_CountObjects', [page]))
  let left = segmentsMax
  if (count <= 0) return found
  return withMemory(engine, matrixBytes + 8, (memory) => {
    const toShown = createPlaces(engine, { ...open, memory })
    const place = [memory + matrixBytes, memory + matrixBytes + 4] as const
    for (let index = 0; index < count; index++) {
      const object = call(engine, 'FPDFPage_GetObject', [page, index])
      if (call(engine, 'FPDFPageObj_GetType', [object]) !== pathType) continue
      if (call(engine, 'FPDFPageObj_GetMatrix', [object, memory]) !== 1) continue
      const view = new DataView(engine.HEAPU8.buffer, memory)
      const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = Array.from({ length: 6 }, (_, at) =>
        view.getFloat32(4 * at, true),
      )
      const segments = Math.min(left, call(engine, 'FPDFPath_CountSegments', [object]))
      left -= segments
      const trace = createTrace(found)
      for (let at = 0; at < segments && found.rules.length < rulesMax; at++) {
        const segment = call(engine, 'FPDFPath_GetPathSegment', [object, at])
        if (call(engine, 'FPDFPathSegment_GetPoint', [segment, ...place]) !== 1) break
        const [x, y] = [matrixBytes, matrixBytes + 4].map((offset) =>
          new DataView(engine.HEAPU8.buffer, memory).getFloat32(offset, true),
        ) as [number, number]
        const isMove = call(engine, 'FPDFPathSegment_GetType', [segment]) === moveTo
        trace.go(toShown(a * x + c * y + e, b * x + d * y + f), isMove)
      }
      trace.end()
    }
    return found
  })
}

/** Notes the upright lines of a path, and its parts that are small shapes. */
function createTrace({ rules, dots }: PagePaths) {
  let before: { readonly x: number; readonly y: number } | undefined
  let shape: Dot | undefined
  const end = () => {
    if (shape && isDot(shape) && dots.length < dotsMax) dots.push(shape)
    shape = undefined
  }
  const go = (point: { readonly x: number; readonly y: number }, isMove: boolean) => {
    const { x, y } = point
    if (isMove) end()
    else if (before && Math.abs(x - before.x) <= slantMax) {
      const [bottom, top] = [Math.min(y, before.y), Math.max(y, before.y)]
      if (top - bottom >= heightMin) rules.push({ x: (x + before.x) / 2, top, bottom })
    }
    shape = {
      left: Math.min(x, shape?.left ?? x),
      right: Math.max(x, shape?.right ?? x),
      top: Math.max(y, shape?.top ?? y),
      bottom: Math.min(y, shape?.bottom ?? y),
    }
    before = point
  }
  return { go, end }
}

function isDot({ left, right, top, bottom }: Dot): boolean {
  const [width, height] = [right - left, top - bottom]
  if (Math.max(width, height) > dot.most) return false
  const isRound = Math.max(width, height) <= dot.ratioMax * Math.min(width, height)
  return height <= dot.dashHeightMax ? width >= dot.dashWidthMin : isRound && width >= dot.least
}
