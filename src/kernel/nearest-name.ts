/** Returns the most similar name; undefined if none is similar. */
export function nearestName(wrong: string, names: readonly string[]): string | undefined {
  const far = Math.max(2, Math.floor(wrong.length / 4))
  const [nearest] = names
    .map((name) => ({ name, edits: editsBetween(wrong, name) }))
    .filter(({ edits }) => edits <= far)
    .toSorted((a, b) => a.edits - b.edits)
  return nearest?.name
}

/** Number of letters to insert, delete or replace (Levenshtein distance). */
function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (const [at, letter] of from.split('').entries()) {
    const next = [at + 1]
    for (const [column, other] of to.split('').entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
