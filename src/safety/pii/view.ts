/** A part of a view: characters of the source, or characters that stand for a range of it, such as an entity. */
interface Segment {
  readonly start: number
  readonly length: number
  readonly sourceStart: number
  readonly sourceLength: number
}

/** A text as rules read it, without markup, that knows where in its source each part comes from. */
export interface View {
  readonly text: string
  /** The ranges of the source that hold a range of the text, in order. */
  findRanges(start: number, end: number): SourceRange[]
}

export interface SourceRange {
  readonly start: number
  readonly end: number
  /** Characters of the view that the range holds. */
  readonly length: number
}

/** Collects a view. */
export interface ViewBuilder {
  /** The characters of the source between two offsets, as they are. */
  copy(start: number, end: number): void
  /** Text that stands for a range of the source; for an empty range, text that separates. */
  put(text: string, start: number, end: number): void
  finish(): View
}

export function createViewBuilder(source: string): ViewBuilder {
  const parts: string[] = []
  const segments: Segment[] = []
  let length = 0
  const add = (text: string, sourceStart: number, sourceLength: number) => {
    segments.push({ start: length, length: text.length, sourceStart, sourceLength })
    parts.push(text)
    length += text.length
  }
  return {
    copy(start, end) {
      if (end > start) add(source.slice(start, end), start, end - start)
    },
    put: (text, start, end) => add(text, start, end - start),
    finish: () => ({
      text: parts.join(''),
      findRanges: (start, end) => findRanges(segments, start, end),
    }),
  }
}

/** The source itself. */
export function plainView(source: string): View {
  return {
    text: source,
    findRanges: (start, end) => [{ start, end, length: end - start }],
  }
}

function findRanges(segments: readonly Segment[], start: number, end: number): SourceRange[] {
  const ranges: SourceRange[] = []
  for (let index = firstAfter(segments, start); index < segments.length; index += 1) {
    const segment = segments[index]
    if (!segment || segment.start >= end) break
    if (segment.sourceLength === 0) continue
    const range = cutPart(segment, start, end)
    const last = ranges.at(-1)
    if (last?.end !== range.start) ranges.push(range)
    else ranges[ranges.length - 1] = { ...last, end: range.end, length: last.length + range.length }
  }
  return ranges
}

/** Index of the first segment that ends after an offset of the text. */
function firstAfter(segments: readonly Segment[], offset: number): number {
  let [low, high] = [0, segments.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const { start, length } = segments[middle] ?? { start: 0, length: 0 }
    if (start + length > offset) high = middle
    else low = middle + 1
  }
  return low
}

function cutPart(segment: Segment, start: number, end: number): SourceRange {
  const { sourceStart, sourceLength } = segment
  if (sourceLength !== segment.length) {
    return { start: sourceStart, end: sourceStart + sourceLength, length: segment.length }
  }
  const from = Math.max(start, segment.start) - segment.start
  const to = Math.min(end, segment.start + segment.length) - segment.start
  return { start: sourceStart + from, end: sourceStart + to, length: to - from }
}
