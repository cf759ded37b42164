import { surround, type Run, type Segment } from './segment.ts'

const blank: Run = { text: ' ', isBold: false, isItalic: false, isCode: false, link: undefined }

/** One segment from the words of a line, in reading direction. */
export function joinSegments(segments: readonly Segment[]): Segment {
  const [first] = segments
  if (!first) throw new Error('No segments to join.')
  const runs = segments.flatMap(({ runs: own, text }, at) => {
    const hasBlank = at === 0 || /^\s/.test(text) || /\s$/.test(segments[at - 1]?.text ?? '')
    return hasBlank ? own : [blank, ...own]
  })
  return {
    ...first,
    ...surround(segments),
    baseline: Math.max(...segments.map(({ baseline }) => baseline)),
    size: Math.max(...segments.map(({ size }) => size)),
    runs,
    text: runs.map(({ text }) => text).join(''),
    // The places of the words say nothing about cells.
    anchors: [],
  }
}
