/** A value whose JSON begins with the same characters as that of another one. */
export interface CutValue {
  readonly value: unknown
  /** Whether the JSON of the whole value is longer than was asked for. */
  readonly isCut: boolean
}

/**
 * Returns a value of which the first `lengthMax` characters of its JSON, with or without line breaks, are those of the whole value.
 * What follows is left out, so that writing the JSON takes a time that depends on `lengthMax` alone. A value that is not cut is
 * returned as it is.
 */
export function cutValue(value: unknown, lengthMax: number): CutValue {
  /** Never less than what is left in the JSON: escape sequences, spaces and line breaks are not counted. */
  let left = lengthMax
  function cutToBeginning(part: unknown): unknown {
    left -= 1
    if (typeof part === 'string') return cutText(part)
    if (typeof part !== 'object' || part === null || 'toJSON' in part) return part
    return Array.isArray(part) ? cutList(part) : cutObject(part)
  }
  function cutText(text: string): string {
    const kept = text.length > left ? text.slice(0, left + 1) : text
    // And the closing quotation mark.
    left -= text.length + 1
    return kept
  }
  function cutList(list: readonly unknown[]): unknown[] {
    const kept: unknown[] = []
    for (const item of list) {
      if (left < 0) break
      kept.push(cutToBeginning(item))
      // A comma or the bracket.
      left -= 1
    }
    return kept
  }
  function cutObject(whole: object): object {
    const kept: [string, unknown][] = []
    for (const [name, member] of Object.entries(whole) as [string, unknown][]) {
      if (left < 0) break
      if (member === undefined) continue
      // Quotation marks and a colon, and then a comma or the brace.
      left -= name.length + 3
      kept.push([name, cutToBeginning(member)])
      left -= 1
    }
    return Object.fromEntries(kept)
  }
  const beginning = cutToBeginning(value)
  const isCut = left < 0
  return { value: isCut ? beginning : value, isCut }
}
