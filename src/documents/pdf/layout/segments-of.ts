import type { StructureElementJs, TextItem } from '@firecrawl/pdf-inspector'
import { letterEdges } from './letters.ts'
import { median, type Anchor, type Run, type Segment } from './segment.ts'

/** What of a text of the page is asked for. */
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
  /** The type of the library is an enum without values at run time. */
  readonly itemType: `${TextItem['itemType']}`
}

interface PageParts {
  readonly page: number
  readonly height: number
  readonly items: readonly PageItem[]
  readonly structure: readonly StructureElementJs[]
}

/** Wider gaps, as parts of the letter size, part columns and cells; those between words of lines set to full width are less. */
const gapMax = 0.7
/** Writing without blanks has no gaps between words. */
const squareGapMax = 0.4
/** Where a line that is code has several gaps, they are blanks. */
const codeGapMax = 1.4
/** Above this, a gap without a blank is one between words. */
const blankGapMin = 0.18
/** The sign of a list item that stands by itself. */
const mark = /^\s*(?:[•◦▪■●○‣–-]|\(?\d{1,3}[.)])$/u
const baselineShiftMax = 0.4
/** Lines are looked for among the last few: columns are read side by side. */
const openLinesMax = 12
/** The share of a letter's size above and below its baseline. */
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

/** The items of a page as pieces of lines, in the order the file has them. */
export function segmentsOf({ page, height, items, structure }: PageParts): Segment[] {
  const texts = items.filter(
    (item) => isOf(item, 'Text') && item.text.trim() !== '' && item.rotation === 0,
  )
  const links = items.filter((item) => isOf(item, 'Link'))
  const itemStarts = createItemStarts(structure)
  const pitches = pitchesOf(texts)
  const open: Open[] = []
  for (const item of texts) {
    const runs = runsOf(item, { links, pitches })
    const baseline = height - item.y
    const startsItem = itemStarts(item.mcid)
    const line = startsItem
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
        anchors: [anchorOf(item, 0)],
        startsItem,
        font: item.font,
      })
      continue
    }
    const gap = item.x - line.right
    const hasBlank = line.runs.at(-1)?.text.endsWith(' ') || item.text.startsWith(' ')
    const isMark = line.runs.length === 1 && mark.test(line.runs[0]?.text ?? '')
    if (!hasBlank && (isMark || gap > blankGapMin * line.size))
      line.runs.push(blankOf(line, item, gap))
    line.anchors.push(
      anchorOf(
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

const isOf = ({ itemType }: PageItem, type: PageItem['itemType']) => itemType === type

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

const anchorOf = ({ x, width, text }: PageItem, at: number): Anchor => ({
  from: at,
  to: at + text.length,
  left: x,
  right: x + width,
})

/** A gap without a blank is one; between pieces of code it is as wide as letters are. */
function blankOf(line: Open, item: PageItem, gap: number): Run {
  if (!line.runs.every((run) => run.isCode)) return { ...plain, text: ' ' }
  const letter = item.width / Math.max(1, item.text.length)
  return { ...plain, isCode: true, text: ' '.repeat(Math.max(1, Math.round(gap / letter))) }
}

interface Known {
  readonly links: readonly PageItem[]
  /** The width of every letter of fonts that have only one, as a part of its size. */
  readonly pitches: ReadonlyMap<string, number>
}

/** An item, cut where links begin and end on it. */
function runsOf(item: PageItem, { links, pitches }: Known): Run[] {
  const look = {
    isBold: item.isBold,
    isItalic: item.isItalic,
    isCode: isFixedPitch(item, pitches.get(item.font)),
  }
  const over = links.filter((link) => overlap(item, link) > 0)
  if (over.length === 0) return [{ ...look, text: item.text, link: undefined }]
  const whole = over.find((link) => overlap(item, link) > 0.9 * item.width)
  if (whole) return [{ ...look, text: item.text, link: urlOf(whole) }]
  const edges = letterEdges(item.text, item.x, item.x + item.width)
  const runs: Run[] = []
  let at = 0
  for (const word of item.text.split(between)) {
    const middle = ((edges[at] ?? 0) + (edges[at + word.trimEnd().length] ?? 0)) / 2
    const link = over.find(({ x, width }) => middle >= x && middle <= x + width)
    const url = link && urlOf(link)
    const last = runs.at(-1)
    if (last && last.link === url) runs[runs.length - 1] = { ...last, text: last.text + word }
    else runs.push({ ...look, text: word, link: url })
    at += word.length
  }
  return runs
}

const square = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
/** Words, and letters of writing without blanks. */
const between = new RegExp(`(?<=\\s)|(?<=${square.source})|(?=${square.source})`, 'u')

const samePitch = 0.06
const pitchMax = 0.72

const pitchOf = ({ width, text, fontSize }: PageItem) => width / Math.max(1, text.length) / fontSize

function pitchesOf(items: readonly PageItem[]): Map<string, number> {
  const fixed = items.filter(
    ({ fixedPitch, font }) => fixedPitch === true || /mono|courier|consol|typewriter/i.test(font),
  )
  const fonts = Map.groupBy(fixed, ({ font }) => font)
  return new Map([...fonts].map(([font, own]) => [font, median(own.map(pitchOf))]))
}

/** A line is named after the font it begins with, so that the width of its letters must agree. */
function isFixedPitch(item: PageItem, pitch: number | undefined): boolean {
  if (pitch === undefined || pitch > pitchMax) return false
  const isTold = item.advanceKnown && item.text.length >= 4
  return !isTold || Math.abs(pitchOf(item) / pitch - 1) <= samePitch
}

/** Points of the item that a link covers, on its line. */
function overlap(item: PageItem, link: PageItem): number {
  const middle = link.y + link.height / 2
  const isOnLine = middle >= item.y - 0.3 * item.fontSize && middle <= item.y + item.fontSize
  return isOnLine
    ? Math.min(item.x + item.width, link.x + link.width) - Math.max(item.x, link.x)
    : 0
}

const urlOf = ({ linkUrl, text }: PageItem): string => linkUrl ?? text

/** Tells, text after text, whether the structure tree has the sign of a list item right before it. */
function createItemStarts(
  structure: readonly StructureElementJs[],
): (mcid: number | undefined) => boolean {
  const signs = structure.filter(({ role }) => role === 'Lbl').map(({ mcid }) => mcid)
  let last = -1
  return (mcid) => {
    if (mcid === undefined) return false
    const starts =
      signs.some((sign) => sign > last && sign < mcid) || (signs.includes(mcid) && mcid !== last)
    last = Math.max(last, mcid)
    return starts
  }
}
