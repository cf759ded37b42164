import type { Part } from './blocks.ts'

/** For each part, its siblings of the same kind, itself included. */
export interface Alike {
  readonly counts: Uint32Array
  /** The index of the first of them, which tells groups apart. */
  readonly firsts: Uint32Array
}

export function findAlike(parts: readonly Part[]): Alike {
  const counts = new Uint32Array(parts.length)
  const firsts = new Uint32Array(parts.length)
  /** Per kind, the first among the children that are being read, and whose children these are. */
  const first = new Uint32Array(parts.length)
  const holder = new Int32Array(parts.length).fill(-1)
  counts[0] = 1
  for (const { index, end } of parts) {
    for (let at = index + 1; at < end;) {
      const child = parts[at] as Part
      const { kind } = child
      if (holder[kind] !== index) {
        holder[kind] = index
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
