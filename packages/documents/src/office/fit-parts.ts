import { withChartDates } from './chart-dates.ts'
import { withMarkedCode } from './code-runs.ts'
import { inReadingOrder } from './slide-order.ts'
import { withPlainParts } from './word-parts.ts'
import { repaired } from './xml-repair.ts'
import { replaceParts, type Package } from './zip.ts'

/** A package for the converter, and whether a part was malformed. */
interface Fit {
  readonly body: Uint8Array
  readonly isRepaired: boolean
}

const mainPart = 'word/document.xml'
const isText = (name: string) => /^(?:word\/[^/]+|ppt\/slides\/[^/]+)\.xml$/.test(name)
const isChart = (name: string) => /^(?:word|xl|ppt)\/charts\/chart[^/]*\.xml$/.test(name)

/** Repairs malformed text parts, writes the dates of charts, equations and symbols as text, and marks code. */
export function fitParts(body: Uint8Array, file: Package): Fit {
  const parts = new Map<string, Buffer>()
  let isRepaired = false
  let main: Buffer | undefined
  for (const name of file.names) {
    if (!isText(name) && !isChart(name)) continue
    const part = file.part(name)
    if (name === mainPart) main = part
    if (!part) continue
    const mended = isChart(name) ? withChartDates(part) : repaired(part)
    if (mended) isRepaired ||= isText(name)
    const fitting = name.startsWith('ppt/slides/') ? inReadingOrder : withPlainParts
    const plain = isText(name) ? fitting(mended ?? part) : undefined
    const fit = plain ?? mended
    if (fit) parts.set(name, fit)
  }
  const text = parts.get(mainPart) ?? main
  const marked = text && withMarkedCode(text, file.part('word/styles.xml'))
  if (marked) parts.set(mainPart, marked)
  return { body: parts.size === 0 ? body : replaceParts(body, parts), isRepaired }
}
