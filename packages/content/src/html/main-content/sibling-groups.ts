import type { Part } from './blocks.ts'

/** For each part, the group of its siblings of the same kind, including itself. */
export interface SiblingGroups {
  /** Size of the group. */
  readonly counts: Uint32Array
  /** Index of the first part of the group, which identifies it. */
  readonly firsts: Uint32Array
}

export function groupSiblings(parts: readonly Part[]): SiblingGroups {
  const counts = new Uint32Array(parts.length)
  const firsts = new Uint32Array(parts.length)
  /** Per kind: the first part among the current children, and the parent of these children. */
  const first = new Uint32Array(parts.length)
  const container = new Int32Array(parts.length).fill(-1)
  counts[0] = 1
  for (const { index, end } of parts) {
    for (let at = index + 1; at < end;) {
      const child = parts[at] as Part
      const { kind } = child
      if (container[kind] !== index) {
        container[kind] = index
        first[kind] = at
      }
      const own = first[kind] as number
      firsts[at] = own
      counts[own] = (counts[own] as number) + 1
      at = child.end
    }
  }
  for (let index = 1; index < counts.length; index++)
    counts[index] = counts[firsts[index] as number] as number
  return { counts, firsts }
}
