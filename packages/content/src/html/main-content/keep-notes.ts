import type { PageOutline, Part } from './blocks.ts'

/** Longer parts are no notes. */
const wordsMax = 400

const noteTags = new Set('li p div aside dd td section'.split(' '))
const levelsMax = 4

/** Adds the footnotes that the chosen text points to. Modifies `isKept`. */
export function keepNotes(
  { parts, blocks }: Pick<PageOutline, 'parts' | 'blocks'>,
  isKept: boolean[],
): void {
  const wanted = new Set<string>()
  for (const { index, notes } of blocks) {
    if (isKept[index]) for (const id of notes) wanted.add(id)
  }
  if (wanted.size === 0) return
  const isNote = new Uint8Array(parts.length)
  for (const part of parts) {
    const { id, name } = part.element.attribs
    if (!wanted.has(id ?? name ?? '')) continue
    const note = noteAround(part)
    const end = note && findEnd(parts, note)
    if (end !== undefined) isNote.fill(1, note?.index, end)
  }
  for (const { index, part } of blocks) if (isNote[part.index] === 1) isKept[index] = true
}

/** The end of a note, which belongs to its heading if its number is one; undefined if it is too long. */
function findEnd(parts: readonly Part[], note: Part): number | undefined {
  let { end, words } = note
  if (!isHeading(note)) return words <= wordsMax ? end : undefined
  for (let count = 0; count < elementsMax; count += 1) {
    const next = parts[end]
    if (!next || next.parent !== note.parent || isHeading(next)) break
    words += next.words
    end = next.end
  }
  return words <= wordsMax ? end : undefined
}

const isHeading = ({ traits }: Part): boolean => traits.headingLevel > 0
/** Elements below the heading of a note. */
const elementsMax = 20

/** The paragraph or item that is or begins with the place that a reference leads to. */
function noteAround(part: Part): Part | undefined {
  let around: Part | undefined = part
  for (let level = 0; level < levelsMax && around; level++, around = around.parent)
    if (noteTags.has(around.element.name) || isHeading(around)) return around
  return undefined
}
