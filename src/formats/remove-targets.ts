import { findTargets, type Range } from '#content/markdown-targets.ts'
import { createYields } from '#kernel/event-loop.ts'

interface WithoutTargets {
  readonly text: string
  /** Where a place of the Markdown is in the text. */
  readonly move: (offset: number) => number
}

/** Markdown whose links and pictures are their texts. Lines of which nothing is left are removed. The event loop runs meanwhile. */
export async function removeTargets(markdown: string): Promise<WithoutTargets> {
  const yields = createYields()
  const removed: Range[] = []
  for (const found of findTargets(markdown)) {
    removed.push(...widenToLines(markdown, found))
    await yields.next()
  }
  const kept: string[] = []
  /** Where the parts end that are removed, and how much is removed until there. */
  const ends: number[] = []
  const lengths: number[] = []
  let [at, length] = [0, 0]
  for (const [from, to] of removed) {
    kept.push(markdown.slice(at, Math.max(at, from)))
    length += Math.max(0, to - Math.max(at, from))
    at = Math.max(at, to)
    ends.push(at)
    lengths.push(length)
    await yields.next()
  }
  kept.push(markdown.slice(at))
  function move(offset: number): number {
    let [low, high] = [0, removed.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((removed[middle]?.[0] ?? 0) < offset) low = middle + 1
      else high = middle
    }
    const past = Math.max(0, (ends[low - 1] ?? 0) - offset)
    return offset - (lengths[low - 1] ?? 0) + past
  }
  return { text: kept.join(''), move }
}

/** The parts in their order; instead of those that are all of a line, the line and the empty ones behind it. */
function widenToLines(markdown: string, ranges: readonly Range[]): Range[] {
  const widened: Range[] = []
  for (let index = 0; index < ranges.length;) {
    const [first = 0] = ranges[index] ?? []
    const start = markdown.lastIndexOf('\n', first - 1) + 1
    const found = markdown.indexOf('\n', first)
    const end = found < 0 ? markdown.length : found
    let next = index
    let [at, isEmpty] = [start, true]
    for (; next < ranges.length; next++) {
      const [from, to] = ranges[next] ?? [0, 0]
      if (from > end) break
      isEmpty &&= to <= end && markdown.slice(at, from).trim() === ''
      at = to
    }
    if (isEmpty && markdown.slice(at, end).trim() === '') {
      let to = end
      while (markdown[to] === '\n') to++
      let from = start
      if (to === markdown.length) while (markdown[from - 1] === '\n') from--
      widened.push([from, to])
    } else widened.push(...ranges.slice(index, next))
    index = next
  }
  return widened
}
