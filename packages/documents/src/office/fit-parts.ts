import type { Lose, Losses } from '#documents/losses.ts'
import { unreadFile } from './damaged-parts.ts'
import { withChartDates } from './chart-dates.ts'
import { withMarkedCode } from './code-runs.ts'
import { withSlideComments } from './slide-comments.ts'
import { withInnerLevels, withListLevels } from './list-levels.ts'
import { fitOpenDocument } from './fit-open-document.ts'
import { withOrderedPoints } from './diagram-order.ts'
import { asLineChart } from './point-charts.ts'
import { inReadingOrder } from './slide-order.ts'
import { inUtf8 } from './xml-encoding.ts'
import { readDrawnOver } from './xlsx/beside-cells.ts'
import { withWordMargins } from './margin-texts.ts'
import {
  withPlainDrawings,
  withPlainParts,
  withSlideEquations,
  withSlideScripts,
} from './word-parts.ts'
import { repaired } from './xml-repair.ts'
import { replaceParts, type Package } from './zip.ts'

/** The main part of a long book has some megabytes. */
const partBytesMax = 64 * 1024 * 1024
const unreadPart =
  'Equations, symbols and the order of the content may be missing, because it is damaged or too large,'
const repairedPart = 'The XML is malformed. It was repaired, and text may be missing'

const [mainPart, numberingPart] = ['word/document.xml', 'word/numbering.xml']
const isText = (name: string) => /^(?:word\/[^/]+|ppt\/slides\/[^/]+)\.xml$/.test(name)
const isChapter = (name: string) => /\.x?html?$/i.test(name)
const isSlide = (name: string) => name.startsWith('ppt/slides/')
const isChart = (name: string) => /^(?:word|xl|ppt)\/charts\/chart(?:Ex)?\d*\.xml$/.test(name)
const isDiagram = (name: string) => /^(?:word|ppt)\/diagrams\/data[^/]*\.xml$/.test(name)
const isEmbedded = (name: string) => /^(?:word|ppt)\/embeddings\/[^/]+$/.test(name)

/**
 * Prepares parts for the converter: repairs malformed texts, writes the dates and points of charts, equations, symbols and comments of slides
 * as it reads them, headers and footers beside the text, sorts shapes and diagrams, and marks code.
 */
export function fitParts(body: Uint8Array, file: Package, losses: Losses): Uint8Array {
  const parts = new Map<string, Buffer>()
  const dataOfCharts = namesOfChartData(file)
  let main: Buffer | undefined
  const isBook = file.names.includes('META-INF/container.xml')
  for (const name of file.names) {
    const lose = losses.at('in the part', name)
    if (isEmbedded(name) && !dataOfCharts.has(name.slice(name.lastIndexOf('/') + 1)))
      lose(unreadFile)
    const isOfBook = isBook && isChapter(name)
    if (!isOfBook && !isText(name) && !isChart(name) && !isDiagram(name)) continue
    const stored = file.part(name, partBytesMax)
    const readable = stored && inUtf8(stored, lose)
    if (readable) parts.set(name, readable)
    const part = readable ?? stored
    if (isOfBook) {
      const mended = part && repaired(part)
      if (mended) parts.set(name, mended)
      if (mended || !part || !part.includes('<')) lose(part ? repairedPart : unreadPart)
      continue
    }
    if (name === mainPart) main = part
    if (part?.includes('<w:altChunk')) lose(unreadFile)
    if (!part) lose(unreadPart)
    else {
      const fit = fitPart({ name, part, file, lose })
      if (fit) parts.set(name, fit)
    }
  }
  const text = parts.get(mainPart) ?? main
  if (text) {
    const whole = withWordMargins(text, file, (name) => parts.get(name) ?? file.part(name))
    if (whole) parts.set(mainPart, whole)
    fitStyled(whole ?? text, file, parts)
  }
  return parts.size === 0 ? fitOpenDocument(body, file, losses) : replaceParts(body, parts)
}

/** Marks code and writes the levels of lists, which need the styles. */
function fitStyled(text: Buffer, file: Package, parts: Map<string, Buffer>): void {
  const styles = file.part('word/styles.xml')
  const levelled = withListLevels(text, styles)
  const numbering = levelled && file.part(numberingPart)
  if (numbering) parts.set(numberingPart, withInnerLevels(numbering))
  const marked = withMarkedCode(levelled ?? text, styles) ?? levelled
  if (marked) parts.set(mainPart, marked)
}

interface Part {
  readonly name: string
  readonly part: Buffer
  readonly file: Package
  readonly lose: Lose
}

/** Undefined for a part that is read as it is. */
function fitPart({ name, part, file, lose }: Part): Buffer | undefined {
  if (isDiagram(name)) return withOrderedPoints(part)
  if (isChart(name)) return asLineChart(part, readDrawnOver(file, name)) ?? withChartDates(part)
  const mended = repaired(part)
  if (mended) lose(repairedPart)
  const steps = isSlide(name)
    ? [
        withPlainDrawings,
        withSlideEquations,
        withSlideScripts,
        inReadingOrder,
        (slide: Buffer) => withSlideComments(slide, file, { path: name, lose }),
      ]
    : [withPlainDrawings, (text: Buffer) => withPlainParts(text, file.part('word/styles.xml'))]
  return steps.reduce((fit, step) => step(fit ?? part) ?? fit, mended)
}

/** Names of the workbooks that hold the data of charts, which have a copy of them. */
const namesOfChartData = (file: Package): ReadonlySet<string> =>
  new Set(
    file.names
      .filter((name) => /\/charts\/_rels\/[^/]+\.rels$/.test(name))
      .flatMap((name) => file.part(name)?.toString('utf8').split(/["/]/) ?? []),
  )
