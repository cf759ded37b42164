import type { PageLetters } from '#documents/pdf/page-letters.ts'
import type { PageItem } from './segments-of.ts'

export interface Letter {
  /** Index in the text of the page. */
  readonly at: number
  readonly x: number
}

/** Gives the letters at the level of a text, from left to right; lines that are as close as two points are one. */
export function createLetterLines(
  letters: PageLetters,
): (item: Pick<PageItem, 'y'>) => readonly Letter[] {
  const { length } = letters.text
  const all = Array.from({ length }, (_, at) => ({ at, ...letters.readOrigin(at) }))
  const levels = Map.groupBy(all, ({ y }) => Math.round(y))
  const known = new Map<number, readonly Letter[]>()
  return ({ y }) => {
    const level = Math.round(y)
    const line =
      known.get(level) ??
      [level - 1, level, level + 1]
        .flatMap((near) => levels.get(near) ?? [])
        .toSorted((a, b) => a.x - b.x || a.at - b.at)
    known.set(level, line)
    return line
  }
}
