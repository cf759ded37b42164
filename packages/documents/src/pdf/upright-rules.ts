import { call, withMemory, type Engine } from './engine.ts'
import { createPlaces, type OpenPage } from './page-words.ts'

/** A line from top to bottom that a page draws. Points from the lower left corner of the page as it is turned. */
export interface UprightRule {
  readonly x: number
  readonly top: number
  readonly bottom: number
}

const pathType = 2
/** Of a page; others are not looked at. */
const [objectsMax, segmentsMax, rulesMax] = [20_000, 50_000, 2_000]
/** In points. */
const [slantMax, heightMin] = [0.5, 4]
const moveTo = 2
const matrixBytes = 24

/** Finds the upright lines of a page: strokes and edges of boxes. */
export function readUprightRules(
  engine: Engine,
  open: Omit<OpenPage, 'text'>,
): readonly UprightRule[] {
  const { page } = open
  const rules: UprightRule[] = []
  const count = Math.min(objectsMax, call(engine, 'FPDFPage_CountObjects', [page]))
  let left = segmentsMax
  if (count <= 0) return rules
  return withMemory(engine, matrixBytes + 8, (memory) => {
    const toShown = createPlaces(engine, { ...open, memory })
    for (let index = 0; index < count; index++) {
      const object = call(engine, 'FPDFPage_GetObject', [page, index])
      if (call(engine, 'FPDFPageObj_GetType', [object]) !== pathType) continue
      if (call(engine, 'FPDFPageObj_GetMatrix', [object, memory]) !== 1) continue
      const view = new DataView(engine.HEAPU8.buffer)
      const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = Array.from({ length: 6 }, (_, at) =>
        view.getFloat32(memory + 4 * at, true),
      )
      const segments = Math.min(left, call(engine, 'FPDFPath_CountSegments', [object]))
      left -= segments
      let before: { readonly x: number; readonly y: number } | undefined
      for (let at = 0; at < segments && rules.length < rulesMax; at++) {
        const segment = call(engine, 'FPDFPath_GetPathSegment', [object, at])
        const place = [memory + matrixBytes, memory + matrixBytes + 4] as const
        if (call(engine, 'FPDFPathSegment_GetPoint', [segment, ...place]) !== 1) break
        const [x, y] = place.map((offset) =>
          new DataView(engine.HEAPU8.buffer).getFloat32(offset, true),
        ) as [number, number]
        const point = toShown(a * x + c * y + e, b * x + d * y + f)
        const isMove = call(engine, 'FPDFPathSegment_GetType', [segment]) === moveTo
        if (before && !isMove && Math.abs(point.x - before.x) <= slantMax) {
          const [bottom, top] = [Math.min(point.y, before.y), Math.max(point.y, before.y)]
          if (top - bottom >= heightMin) rules.push({ x: (point.x + before.x) / 2, top, bottom })
        }
        before = point
      }
    }
    return rules
  })
}
