import type { Line } from '#content/html/facts/page-facts.ts'

/** A part of a line of a block. */
export interface BlockPiece {
  readonly text: string
  readonly line: Line
}

/** What parts a text from the one before it. */
const leadingMark = /^(?:[,;:–—·|]\s?|- )(?=\p{L})/u

/** The parts of lines, prices cut off what they follow. */
export function splitBlock(lines: readonly Line[]): readonly BlockPiece[] {
  return lines.flatMap((line) => {
    const isSplit = line.parts.length > 1 && line.parts.length <= 4 && line.text.length <= 160
    const texts = isSplit ? line.parts.map(({ text }) => text) : [line.text]
    return texts.map((text) => ({ text: text.replace(leadingMark, ''), line }))
  })
}
