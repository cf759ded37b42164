/**
 * Number of letters to insert, delete, replace or swap with the next one; undefined for more than `most`. Takes time linear in the
 * product of the lengths.
 */
export function editsBetween(from: string, to: string, most: number): number | undefined {
  if (Math.abs(from.length - to.length) > most) return undefined
  let [before, row]: number[][] = [[], Array.from({ length: to.length + 1 }, (_, at) => at)]
  for (let at = 0; at < from.length; at++) {
    const next = [at + 1]
    for (let column = 0; column < to.length; column++) {
      const isEqual = from[at] === to[column]
      const replaced = (row?.[column] ?? 0) + (isEqual ? 0 : 1)
      const inserted = Math.min(row?.[column + 1] ?? 0, next[column] ?? 0) + 1
      const isSwapped = at > 0 && column > 0 && from[at] === to[column - 1]
      const swapped =
        isSwapped && from[at - 1] === to[column] ? (before?.[column - 1] ?? 0) + 1 : Infinity
      next.push(Math.min(replaced, inserted, swapped))
    }
    if (Math.min(...next) > most) return undefined
    ;[before, row] = [row, next]
  }
  const edits = row?.at(-1) ?? 0
  return edits > most ? undefined : edits
}
