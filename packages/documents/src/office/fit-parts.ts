import type { Losses } from '#documents/losses.ts'
import { withChartDates } from './chart-dates.ts'
import { withMarkedCode } from './code-runs.ts'
import { withSlideComments } from './slide-comments.ts'
import { inReadingOrder } from './slide-order.ts'
import { withPlainParts } from './word-parts.ts'
import { repaired } from './xml-repair.ts'
import { replaceParts, type Package } from './zip.ts'

/** The main part of a long book has some megabytes. */
const partBytesMax = 64 * 1024 * 1024
const unreadPart =
  'Equations, symbols and the order of the content may be missing, because it is damaged or too large,'
const repairedPart = 'The XML is malformed. It was repaired, and text may be missing'

const mainPart = 'word/document.xml'
const isText = (name: string) => /^(?:word\/[^/]+|ppt\/slides\/[^/]+)\.xml$/.test(name)
const isChart = (name: string) => /^(?:word|xl|ppt)\/charts\/chart[^/]*\.xml$/.test(name)

/** Repairs malformed text parts, writes the dates of charts, equations, symbols and comments of slides as text, and marks code. */
export function fitParts(body: Uint8Array, file: Package, losses: Losses): Uint8Array {
  const parts = new Map<string, Buffer>()
  let main: Buffer | undefined
  for (const name of file.names) {
    if (!isText(name) && !isChart(name)) continue
    const part = file.part(name, partBytesMax)
    if (name === mainPart) main = part
    if (!part) {
      losses.at('in the part', name)(unreadPart)
      continue
    }
    const mended = isChart(name) ? withChartDates(part) : repaired(part)
    if (mended && isText(name)) losses.at('in the part', name)(repairedPart)
    const fitting = name.startsWith('ppt/slides/') ? inReadingOrder : withPlainParts
    const plain = isText(name) ? fitting(mended ?? part) : undefined
    const fit = plain ?? mended
    const commented = name.startsWith('ppt/slides/')
      ? withSlideComments(fit ?? part, file, { path: name, lose: losses.at('in the part', name) })
      : undefined
    const written = commented ?? fit
    if (written) parts.set(name, written)
  }
  const text = parts.get(mainPart) ?? main
  const marked = text && withMarkedCode(text, file.part('word/styles.xml'))
  if (marked) parts.set(mainPart, marked)
  return parts.size === 0 ? body : replaceParts(body, parts)
}
