import type { StructureElementJs, TextItem } from '@firecrawl/pdf-inspector'
import { letterEdges } from './letters.ts'
import { withScripts } from './script-items.ts'
import { median, type Anchor, type Run, type Segment } from './segment.ts'

/** Members of a library text item that are used. */
export type PageItem = Pick<
  TextItem,
  | 'text'
  | 'x'
  | 'y'
  | 'width'
  | 'height'
  | 'rotation'
  | 'advanceKnown'
  | 'font'
  | 'fontSize'
  | 'page'
  | 'isBold'
  | 'isItalic'
  | 'fixedPitch'
  | 'baselineShift'
  | 'linkUrl'
  | 'mcid'
> & {
  /** The library's type is a const enum without run-time values. */
  readonly itemType: `${TextItem['itemType']}`
  /** TeX of a formula. */
  readonly tex?: string
  /** A rule stands between it and what is before it. */
  readonly startsCell?: boolean
  /** Its letters are in boxes of their own. */
  readonly isInBoxes?: boolean
}

interface PageParts {
  readonly page: number
  readonly height: number
  readonly items: readonly PageItem[]
  readonly structure: readonly StructureElementJs[]
}

/** Gaps wider than this, in font sizes, separate columns and cells; word gaps of justified lines are smaller. */
const gapMax = 0.7
/** Scripts without spaces have no word gaps. */
const squareGapMax = 0.4
/** Gaps in lines of code are spaces. */
const codeGapMax = 1.4
/** A wider gap without a space character is a word gap. */
const blankGapMin = 0.18
/** A separate list bullet. */
export const mark = /^\s*(?:[•◦▪■●○‣–-]|\(?\d{1,3}[.)])$/u
const baselineShiftMax = 0.4
/** Number of recent lines searched for a continuation, because columns may be interleaved. */
const openLinesMax = 12
/** Ascent and descent in font sizes. */
const ascent = 0.8
const descent = 0.22

interface Open {
  page: number
  baseline: number
  size: number
  left: number
  right: number
  runs: Run[]
  anchors: Anchor[]
  startsItem: boolean
  /** Of its last item. */
  font: string
}

/** Joins the text items of a page into line segments, in file order. */
export function splitSegments({ page, height, items, structure }: PageParts): Segment[] {
  const texts = withScripts(
    items.filter((item) => hasType(item, 'Text') && item.text.trim() !== '' && item.rotation === 0),
  )
  const links = items.filter((item) => hasType(item, 'Link'))
  const itemStarts = createItemStarts(structure, texts)
  const pitches = measurePitches(texts)
  const open: Open[] = []
  for (const item of texts) {
    const runs = splitRuns(item, { links, pitches })
    // Of the line, for raised and lowered text.
    const baseline = height - item.y + item.baselineShift
    const startsItem = itemStarts(item.mcid)
    const line =
      startsItem || item.startsCell
        ? undefined
        : open.slice(-openLinesMax).findLast((before) => continues(before, item, baseline))
    if (!line) {
      open.push({
        page,
        baseline,
        size: item.fontSize,
        left: item.x,
        right: item.x + item.width,
        runs,
        anchors: [makeAnchor(item, 0)],
        startsItem,
        font: item.font,
      })
      continue
    }
    const gap = item.x - line.right
    const hasBlank = line.runs.at(-1)?.text.endsWith(' ') || item.text.startsWith(' ')
    const isMark = line.runs.length === 1 && mark.test(line.runs[0]?.text ?? '')
    if (!hasBlank && (isMark || gap > blankGapMin * line.size))
      line.runs.push(makeBlank(line, item, gap))
    line.anchors.push(
      makeAnchor(
        item,
        line.runs.reduce((sum, { text }) => sum + text.length, 0),
      ),
    )
    line.runs.push(...runs)
    line.right = Math.max(line.right, item.x + item.width)
    line.size = Math.max(line.size, item.fontSize)
    line.font = item.font
  }
  return open.map(close)
}

const hasType = ({ itemType }: PageItem, type: PageItem['itemType']) => itemType === type

const plain = { isBold: false, isItalic: false, isCode: false, link: undefined }

function continues(line: Open, item: PageItem, baseline: number): boolean {
  const size = Math.max(line.size, item.fontSize)
  if (Math.abs(line.baseline - baseline) > baselineShiftMax * size) return false
  const gap = item.x - line.right
  const isCode = line.font === item.font && line.runs.every((run) => run.isCode)
  const isSquare =
    square.test(line.runs.at(-1)?.text.trimEnd().at(-1) ?? '') && square.test(item.text[0] ?? '')
  const textGapMax = isSquare ? squareGapMax : gapMax
  return gap > -0.6 * size && gap < (isCode ? codeGapMax : textGapMax) * size
}

function close({ page, baseline, size, left, right, runs, anchors, startsItem }: Open): Segment {
  return {
    page,
    baseline,
    size,
    left,
    right,
    top: baseline - ascent * size,
    bottom: baseline + descent * size,
    runs,
    text: runs.map(({ text }) => text).join(''),
    anchors,
    startsItem,
    confidence: undefined,
  }
}

const makeAnchor = ({ x, width, text }: PageItem, at: number): Anchor => ({
  from: at,
  to: at + text.length,
  left: x,
  right: x + width,
})

/** Adds the spaces that a gap stands for; in code as many as fit. */
function makeBlank(line: Open, item: PageItem, gap: number): Run {
  if (!line.runs.every((run) => run.isCode)) return { ...plain, text: ' ' }
  const letter = item.width / Math.max(1, item.text.length)
  return { ...plain, isCode: true, text: ' '.repeat(Math.max(1, Math.round(gap / letter))) }
}

interface Known {
  readonly links: readonly PageItem[]
  /** Advance width of monospaced fonts, in font sizes. */
  readonly pitches: ReadonlyMap<string, number>
}

/** Splits an item at link boundaries. */
function splitRuns(item: PageItem, { links, pitches }: Known): Run[] {
  const look = {
    isBold: item.isBold,
    isItalic: item.isItalic,
    isCode: isFixedPitch(item, pitches.get(item.font)),
    ...(item.tex !== undefined && { tex: item.tex }),
    ...makeShift(item),
  }
  const over = links.filter((link) => overlap(item, link) > 0)
  if (over.length === 0) return [{ ...look, text: item.text, link: undefined }]
  const whole = over.find((link) => overlap(item, link) > 0.9 * item.width)
  if (whole) return [{ ...look, text: item.text, link: findUrl(whole) }]
  const edges = letterEdges(item.text, item.x, item.x + item.width)
  const runs: Run[] = []
  let at = 0
  for (const word of item.text.split(between)) {
    const middle = ((edges[at] ?? 0) + (edges[at + word.trimEnd().length] ?? 0)) / 2
    const link = over.find(({ x, width }) => middle >= x && middle <= x + width)
    const url = link && findUrl(link)
    const last = runs.at(-1)
    if (last && last.link === url) runs[runs.length - 1] = { ...last, text: last.text + word }
    else runs.push({ ...look, text: word, link: url })
    at += word.length
  }
  return runs
}

/** Digits are superscript characters already. */
function makeShift({ baselineShift, text, tex }: PageItem): Pick<Run, 'shift'> {
  if (Math.abs(baselineShift) < 0.5 || tex !== undefined || !/[\p{L}\p{N}]/u.test(text)) return {}
  return { shift: baselineShift > 0 ? 'sup' : 'sub' }
}

const square = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
/** Words; single letters in scripts without spaces. */
const between = new RegExp(`(?<=\\s)|(?<=${square.source})|(?=${square.source})`, 'u')

const samePitch = 0.06
const pitchMax = 0.72

const measurePitch = ({ width, text, fontSize }: PageItem) =>
  width / Math.max(1, text.length) / fontSize

function measurePitches(items: readonly PageItem[]): Map<string, number> {
  const fixed = items.filter(
    ({ fixedPitch, font }) => fixedPitch === true || /mono|courier|consol|typewriter/i.test(font),
  )
  const fonts = Map.groupBy(fixed, ({ font }) => font)
  return new Map([...fonts].map(([font, own]) => [font, median(own.map(measurePitch))]))
}

/** The library reports the first font of a line, so letter widths must confirm it. */
function isFixedPitch(item: PageItem, pitch: number | undefined): boolean {
  if (pitch === undefined || pitch > pitchMax) return false
  const isKnown = item.advanceKnown && item.text.length >= 4
  return !isKnown || Math.abs(measurePitch(item) / pitch - 1) <= samePitch
}

/** Horizontal range of the item that a link covers. */
function overlap(item: PageItem, link: PageItem): number {
  const middle = link.y + link.height / 2
  const isOnLine = middle >= item.y - 0.3 * item.fontSize && middle <= item.y + item.fontSize
  return isOnLine
    ? Math.min(item.x + item.width, link.x + link.width) - Math.max(item.x, link.x)
    : 0
}

const findUrl = ({ linkUrl, text }: PageItem): string => linkUrl ?? text

/** Returns for each successive text whether the structure tree has a list label directly before it. */
function createItemStarts(
  structure: readonly StructureElementJs[],
  texts: readonly PageItem[],
): (mcid: number | undefined) => boolean {
  const labels = new Set(structure.flatMap(({ role, mcid }) => (role === 'Lbl' ? [mcid] : [])))
  const content = new Set(texts.flatMap(({ mcid }) => (mcid === undefined ? [] : [mcid])))
  const starts = new Set<number>()
  let isLabelled = false
  // Lines of columns side by side arrive in turn, so that the order of the texts says nothing.
  for (const mcid of [...labels, ...content].toSorted((a, b) => a - b)) {
    isLabelled ||= labels.has(mcid)
    if (!isLabelled || !content.has(mcid)) continue
    starts.add(mcid)
    isLabelled = false
  }
  return (mcid) => mcid !== undefined && starts.delete(mcid)
}
