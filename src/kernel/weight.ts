/** Characters that weigh as much as a value. */
const charactersOfValue = 4

/**
 * Whether a value of plain data is small: its values at every depth, and the characters of its texts and names divided by four, are
 * at most so many together. Looks at no more than these.
 */
export function isLight(value: unknown, weightMax: number): boolean {
  let weight = 0
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    weight += typeof next === 'string' ? 1 + next.length / charactersOfValue : 1
    if (typeof next === 'object' && next !== null) {
      if (Array.isArray(next)) {
        if (weight + next.length > weightMax) return false
        waiting.push(...(next as readonly unknown[]))
      } else {
        for (const [name, member] of Object.entries(next)) {
          weight += name.length / charactersOfValue
          waiting.push(member)
        }
      }
    }
    if (weight + waiting.length > weightMax) return false
  }
  return true
}
