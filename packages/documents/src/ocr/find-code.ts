import type { OcrWord } from '#content/layout.ts'

/** A line of words with the size of its letters. */
interface Line {
  readonly words: readonly OcrWord[]
  readonly baseline: number
  readonly size: number
}

/** Advance width of a monospaced font, in units of the measured font size. */
const pitchShare = { min: 0.5, max: 0.72 }
const spreadMax = 0.06
const samePitch = 0.04
const lineGapMax = 2.4
const signs = /[{}()[\];=<>_$#\\|]/
const linesMin = 2
const signsShareMin = 0.3

/** Lines in a monospaced font: their letters align in columns, and some lines contain code characters. */
export function codeLines<Given extends Line>(lines: readonly Given[]): Set<Given> {
  const found = new Set<Given>()
  let group: Given[] = []
  let pitch: number | undefined
  const close = () => {
    const withSigns = group.filter(({ words }) => words.some(({ text }) => signs.test(text)))
    const isCode = pitch !== undefined && withSigns.length >= signsShareMin * group.length
    if (isCode && group.length >= linesMin) for (const line of group) found.add(line)
    group = []
    pitch = undefined
  }
  for (const line of lines.toSorted((a, b) => a.baseline - b.baseline)) {
    const last = group.at(-1)
    const own = measurePitch(line)
    const isNear = last && line.baseline - last.baseline <= lineGapMax * line.size
    const fits = own === undefined || pitch === undefined || Math.abs(own / pitch - 1) <= samePitch
    const isShort = line.words.every(({ text }) => text.length <= 2)
    if (!isNear || !fits || (own === undefined && !isShort)) close()
    if (own === undefined && !isShort) continue
    group.push(line)
    pitch ??= own
  }
  close()
  return found
}

/** The advance width of all letters; undefined when widths differ or the line is too short. */
function measurePitch({ words, size }: Line): number | undefined {
  const [first] = words
  if (!first) return undefined
  const pitches: number[] = []
  let at = 0
  for (const { text, left, width } of words) {
    const end = at + text.length
    if (end >= 5) pitches.push((left + width - first.left) / (end - 0.1))
    at = end + 1
  }
  const [least, most] = [Math.min(...pitches), Math.max(...pitches)]
  const isEven = pitches.length > 0 && most - least <= spreadMax * most
  return isEven && least >= pitchShare.min * size && most <= pitchShare.max * size
    ? (least + most) / 2
    : undefined
}
