import type { StructureElementJs, TextItem } from '@firecrawl/pdf-inspector'
import type { Run, Segment } from './segment.ts'

interface PageParts {
  readonly page: number
  readonly height: number
  readonly items: readonly TextItem[]
  readonly structure: readonly StructureElementJs[]
}

/** Wider gaps, as parts of the letter size, part columns and cells: words of one font come in one item already. */
const gapMax = { sameFont: 0.3, otherFont: 0.75 }
/** Above this, a gap without a blank is one between words. */
const blankGapMin = 0.18
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
  const open: Open[] = []
  for (const item of texts) {
    const runs = runsOf(item, links)
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
        startsItem,
        font: item.font,
      })
      continue
    }
    const gap = item.x - line.right
    const hasBlank = line.runs.at(-1)?.text.endsWith(' ') || item.text.startsWith(' ')
    if (!hasBlank && gap > blankGapMin * line.size) line.runs.push({ ...plain, text: ' ' })
    line.runs.push(...runs)
    line.right = Math.max(line.right, item.x + item.width)
    line.size = Math.max(line.size, item.fontSize)
    line.font = item.font
  }
  return open.map(close)
}

/** The type is an enum without values at run time. */
const isOf = ({ itemType }: TextItem, type: string) => (itemType as string) === type

const plain = { isBold: false, isItalic: false, isCode: false, link: undefined }

function continues(line: Open, item: TextItem, baseline: number): boolean {
  const size = Math.max(line.size, item.fontSize)
  if (Math.abs(line.baseline - baseline) > baselineShiftMax * size) return false
  const gap = item.x - line.right
  const widest = line.font === item.font ? gapMax.sameFont : gapMax.otherFont
  return gap > -0.6 * size && gap < widest * size
}

function close({ page, baseline, size, left, right, runs, startsItem }: Open): Segment {
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
    startsItem,
    confidence: undefined,
  }
}

/** An item, cut where links begin and end on it. */
function runsOf(item: TextItem, links: readonly TextItem[]): Run[] {
  const look = {
    isBold: item.isBold,
    isItalic: item.isItalic,
    isCode: isFixedPitch(item),
  }
  const over = links.filter((link) => overlap(item, link) > 0)
  if (over.length === 0) return [{ ...look, text: item.text, link: undefined }]
  const whole = over.find((link) => overlap(item, link) > 0.9 * item.width)
  if (whole) return [{ ...look, text: item.text, link: urlOf(whole) }]
  const perLetter = item.width / Math.max(1, item.text.length)
  const runs: Run[] = []
  let at = 0
  for (const word of item.text.split(/(?<=\s)/)) {
    const middle = item.x + (at + word.trimEnd().length / 2) * perLetter
    const link = over.find(({ x, width }) => middle >= x && middle <= x + width)
    const url = link && urlOf(link)
    const last = runs.at(-1)
    if (last && last.link === url) runs[runs.length - 1] = { ...last, text: last.text + word }
    else runs.push({ ...look, text: word, link: url })
    at += word.length
  }
  return runs
}

const monospaced = { letter: 0.6, tolerance: 0.05 }

/** A line is named after the font it begins with, so that the width of its letters must agree. */
function isFixedPitch({
  fixedPitch,
  font,
  text,
  width,
  fontSize,
  advanceKnown,
}: TextItem): boolean {
  if (fixedPitch !== true && !/mono|courier|consol|typewriter/i.test(font)) return false
  const letter = width / Math.max(1, text.length) / fontSize
  return (
    !advanceKnown || text.length < 4 || Math.abs(letter - monospaced.letter) <= monospaced.tolerance
  )
}

/** Points of the item that a link covers, on its line. */
function overlap(item: TextItem, link: TextItem): number {
  const isOnLine = item.y + item.height * 0.5 >= link.y && item.y <= link.y + link.height
  return isOnLine
    ? Math.min(item.x + item.width, link.x + link.width) - Math.max(item.x, link.x)
    : 0
}

const urlOf = ({ linkUrl, text }: TextItem): string => linkUrl ?? text

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
