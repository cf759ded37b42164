import type { Part } from './blocks.ts'

/**
 * Counts the siblings of the same tag and class, the part itself included: cards of a grid and posts of a thread
 * share their tag and the beginning of their class.
 */
export function createAlike(parts: readonly Part[]): (part: Part) => number {
  const counts = new Uint32Array(parts.length)
  return ({ index, parent }) => {
    if (!parent) return 1
    // Siblings are counted together, when the first of them is asked for.
    if (counts[index] === 0) countChildren(parent, parts, counts)
    return counts[index] ?? 1
  }
}

function countChildren(parent: Part, parts: readonly Part[], counts: Uint32Array): void {
  const byKind = new Map<string, Part[]>()
  for (let at = parent.index + 1; at < parent.end;) {
    const part = parts[at]
    if (!part) break
    const kind = kindOf(part)
    const alike = byKind.get(kind)
    if (alike) alike.push(part)
    else byKind.set(kind, [part])
    at = part.end
  }
  for (const alike of byKind.values()) {
    for (const { index } of alike) counts[index] = alike.length
  }
}

function kindOf({ element }: Part): string {
  const classes = element.attribs['class']
  if (classes === undefined) return element.name
  const end = classes.search(/\s/)
  return `${element.name} ${end < 0 ? classes : classes.slice(0, end)}`
}
