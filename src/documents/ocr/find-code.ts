import type { OcrWord } from '#content/layout.ts'

/** A line of words with the size of its letters. */
interface Line {
  readonly words: readonly OcrWord[]
  readonly baseline: number
  readonly size: number
}

/** Width of all letters of a typewriter font, in letter sizes as they are measured. */
const pitchShare = { min: 0.5, max: 0.72 }
const spreadMax = 0.06
const samePitch = 0.04
const lineGapMax = 2.4
const signs = /[{}()[\];=<>_$#\\|]/
const linesMin = 2
const signsShareMin = 0.3

/** The lines that are set in a typewriter font: their letters stand under each other, and some are signs of code. */
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
    const own = pitchOf(line)
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

/** The width that each letter takes; undefined where letters differ, and for lines too short to tell. */
function pitchOf({ words, size }: Line): number | undefined {
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
