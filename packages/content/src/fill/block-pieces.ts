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

/** `Ada Lovelace (mathematics)`, `Bread – with butter`. */
const noted = /^(.{2,100}?) ?(?:\(([^()]{2,80})\)|[–—:] .{2,80})$/u
/** `Ada Lovelace, University of London`. */
const nameAndRole = /^(\p{Lu}[\p{L}.'’-]{1,24}(?: \p{Lu}[\p{L}.'’-]{0,24}){1,3}), ([^,]{2,80})$/u
/** `Monday: 9 to 12`. */
const labelled = /^([^:]{2,60}?) ?: (.{2,80})$/u

/** The name in a line that holds a note beside it. */
export const cutNote = (text: string, isPerson: boolean): RegExpExecArray | null =>
  isPerson ? (nameAndRole.exec(text) ?? noted.exec(text)) : labelled.exec(text)

/** Without the dots or the dash that lead to a price. */
export const withoutLeader = (text: string): string =>
  text
    .replaceAll(/[.·…_]{2,}/g, ' ')
    .replaceAll(/\s{2,}/g, ' ')
    .replace(/[\s:–—(-]{1,6}$/, '')
    .trim()
