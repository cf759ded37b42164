import { oneLine } from '#base/one-line.ts'
import type { BlockType } from '#content/layout.ts'
import { edgeLines, findEdgeCells } from './page-edges.ts'
import { groupRows } from './rows.ts'
import { median, type Segment } from './segment.ts'
import { measureTypography } from './typography.ts'
import { wordsOfText } from './words-of-text.ts'

const marginShare = 0.12
/** For a page number beyond all text. */
const numberMarginShare = 0.17
const repeatedShareMin = 0.4
/** Tolerance in font sizes, because scanned pages are shifted. */
const samePlaceMax = 0.8
const pageNumber =
  /^(?:page|p\.|seite|-|–)?\s*(?:\d{1,4}|[ivxlc]{1,6})(?:\s*(?:\/|of|von)\s*\d{1,4})?\s*(?:-|–)?$/i

/** For example "Page 3 of the annual report", in any typeface. */
const namedPage = /^(?:page|seite)\s+\d{1,4}\s+(?:of|von)\s+\S.{0,80}$/i

export type Running = Extract<BlockType, 'page_header' | 'page_footer' | 'page_number'>

interface PageOfLines {
  readonly height: number
  readonly segments: readonly Segment[]
}

/**
 * Marks text that repeats at the same position of many pages: headers, footers, page numbers. They stay in the blocks and are left
 * out of the Markdown.
 */
export function findRunning(pages: readonly PageOfLines[]): Map<Segment, Running> {
  const found = new Map<Segment, Running>()
  const groups = new Map<string, { segment: Segment; kind: Running }[]>()
  for (const { height, segments } of pages) {
    const numbers = findPageNumbers(segments)
    for (const segment of segments) {
      const text = segment.text.trim()
      const share = numbers.has(segment) ? numberMarginShare : marginShare
      const kind = findEdge(segment, height, share)
      if (!kind) continue
      if (numbers.has(segment) || namedPage.test(text)) found.set(segment, 'page_number')
      const key = `${kind} ${joinWords(segment)}`
      const group = groups.get(key)
      if (group) group.push({ segment, kind })
      else groups.set(key, [{ segment, kind }])
    }
  }
  const least = Math.max(2, Math.ceil(repeatedShareMin * pages.length))
  const isHeading = headingTest(pages)
  const repeated = new Map<Segment, Running>()
  for (const group of groups.values()) {
    if (isHeading(group.map(({ segment }) => segment))) continue
    const usual = median(group.map(({ segment }) => segment.baseline))
    const level = group.filter(
      ({ segment }) => Math.abs(segment.baseline - usual) <= samePlaceMax * segment.size,
    )
    if (new Set(level.map(({ segment }) => segment.page)).size < least) continue
    for (const { segment, kind } of level) repeated.set(segment, kind)
  }
  const isMarked = (segment: Segment) => found.has(segment) || repeated.has(segment)
  const inText = wordsOfText(pages, isMarked)
  for (const [segment, kind] of repeated)
    if (!found.has(segment) && !inText.has(segment)) found.set(segment, kind)
  for (const kind of ['page_header', 'page_footer'] as const) {
    const lines = outerLines(pages, kind)
    const alike = [...Map.groupBy(lines, joinWords).values()]
    // Two sections of one name in a running head are not.
    const most = alike.filter(({ length }) => length >= headingShareMin * lines.length)
    const headings = new Set(most.filter(isHeading).flat())
    for (const segment of lines) {
      if (!found.has(segment) && !headings.has(segment)) found.set(segment, kind)
    }
  }
  if (pages.length <= fewPages) addEdges(pages, found)
  for (const { segments } of pages)
    for (const cell of findEdgeCells(segments, found)) found.delete(cell)
  return found
}

/** In median distances of rows, and in font sizes. */
const [apartGapsMin, apartSizesMin] = [1.25, 2.5]

/** Numbers in the first or last row of a page, apart from the text and from other numbers. */
function findPageNumbers(segments: readonly Segment[]): Set<Segment> {
  const rows = groupRows(segments)
  const gaps = rows.slice(1).map((row, at) => row.baseline - (rows[at]?.baseline ?? 0))
  const usual = median(gaps)
  const found = new Set<Segment>()
  for (const [row, gap] of [
    [rows[0], gaps[0]],
    [rows.at(-1), gaps.at(-1)],
  ] as const) {
    const [only, ...others] = row?.segments.filter(({ text }) => pageNumber.test(text.trim())) ?? []
    if (!row || !only || others.length > 0) continue
    const isApart =
      gap === undefined || gap >= apartGapsMin * usual || gap >= apartSizesMin * row.size
    if (isApart) found.add(only)
  }
  return found
}

/** Documents too short for repetition. */
const fewPages = 2

function addEdges(pages: readonly PageOfLines[], found: Map<Segment, Running>): void {
  const { bodySize } = measureTypography(pages.flatMap(({ segments }) => segments))
  for (const { height, segments } of pages) {
    const page = { height, segments, bodySize }
    const feet = edgeLines(page, 'bottom')
    const isOfMore = feet.some(({ text }) => /\d/.test(text))
    const edges = [
      ...edgeLines({ ...page, isOfMore }, 'top').map((segment) => ({
        segment,
        kind: 'page_header' as const,
      })),
      ...feet.map((segment) => ({ segment, kind: 'page_footer' as const })),
    ]
    for (const { segment, kind } of edges) if (!found.has(segment)) found.set(segment, kind)
  }
}

/** In body font sizes: smaller bold lines are not headings. */
const headingSizeMin = 0.95

/** Distinguishes headings that differ only in their number ("Chapter 1", "Chapter 2") from repeated lines. */
function headingTest(pages: readonly PageOfLines[]): (alike: readonly Segment[]) => boolean {
  const typography = measureTypography(pages.flatMap(({ segments }) => segments))
  const isSet = (line: Segment) =>
    line.size >= headingSizeMin * typography.bodySize && typography.headingLevel(line) !== undefined
  return (alike) => new Set(alike.map(({ text }) => text.trim())).size > 1 && alike.every(isSet)
}

const headingShareMin = 0.25
const outerPagesMin = 4
const outerShareMin = 0.5
const againShareMin = 0.5
const sameLineMax = 0.25
/** In font sizes; lines of text are closer. */
const apartMin = 1.65

/** The first or last line of many pages at one height and separated from the text; its words may change per chapter. */
function outerLines(pages: readonly PageOfLines[], kind: Running): Segment[] {
  const lines = pages.flatMap(({ height, segments }) => {
    const sign = kind === 'page_header' ? 1 : -1
    const [first] = segments.toSorted((a, b) => sign * (a.baseline - b.baseline))
    if (!first || findEdge(first, height) !== kind) return []
    const distance = ({ baseline }: Segment) => sign * (baseline - first.baseline)
    const line = segments.filter((one) => distance(one) <= sameLineMax * first.size)
    const next = Math.min(...segments.map(distance).filter((far) => far > sameLineMax * first.size))
    return next >= apartMin * first.size ? [{ baseline: first.baseline, segments: line }] : []
  })
  const places = Map.groupBy(lines, ({ baseline }) => Math.round(baseline))
  const [most = []] = [...places.values()].toSorted((a, b) => b.length - a.length)
  const isUsual = most.length >= Math.max(outerPagesMin, outerShareMin * pages.length)
  const texts = most.map(({ segments }) => segments.map(joinWords).join(' '))
  const alike = Map.groupBy(texts, (text) => text)
  const again = texts.filter((text) => (alike.get(text)?.length ?? 0) > 1)
  // Table headers occur there too, but differ.
  const isRunning = isUsual && again.length >= againShareMin * texts.length
  return isRunning ? most.flatMap(({ segments }) => segments) : []
}

function findEdge(
  { top, bottom }: Segment,
  height: number,
  share = marginShare,
): Running | undefined {
  if (bottom <= share * height) return 'page_header'
  return top >= (1 - share) * height ? 'page_footer' : undefined
}

/** Page numbers change. */
const joinWords = ({ text }: Segment) => oneLine(text.toLowerCase().replaceAll(/\d+/g, '#'))
