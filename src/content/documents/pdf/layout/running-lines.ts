import type { BlockType } from '#content/documents/layout.ts'
import { median, type Segment } from './segment.ts'

const marginShare = 0.12
const repeatedShareMin = 0.4
/** In letter sizes: scanned pages lie differently. */
const samePlaceMax = 0.8
const pageNumber =
  /^(?:page|p\.|seite|-|–)?\s*(?:\d{1,4}|[ivxlc]{1,6})\s*(?:(?:\/|of|von)\s*\d{1,4})?\s*(?:-|–)?$/i

export type Running = Extract<BlockType, 'page_header' | 'page_footer' | 'page_number'>

interface PageOfLines {
  readonly height: number
  readonly segments: readonly Segment[]
}

/**
 * What stands on many pages at the same place beyond their text: heads, feet, numbers. They stay in the blocks and are left
 * out of the Markdown.
 */
export function findRunning(pages: readonly PageOfLines[]): Map<Segment, Running> {
  const found = new Map<Segment, Running>()
  const groups = new Map<string, { segment: Segment; kind: Running }[]>()
  for (const { height, segments } of pages) {
    for (const segment of segments) {
      const kind = edgeOf(segment, height)
      if (!kind) continue
      if (pageNumber.test(segment.text.trim())) found.set(segment, 'page_number')
      const key = `${kind} ${wordsOf(segment)}`
      groups.set(key, [...(groups.get(key) ?? []), { segment, kind }])
    }
  }
  const least = Math.max(2, Math.ceil(repeatedShareMin * pages.length))
  for (const group of groups.values()) {
    const usual = median(group.map(({ segment }) => segment.baseline))
    const level = group.filter(
      ({ segment }) => Math.abs(segment.baseline - usual) <= samePlaceMax * segment.size,
    )
    if (new Set(level.map(({ segment }) => segment.page)).size < least) continue
    for (const { segment, kind } of level) if (!found.has(segment)) found.set(segment, kind)
  }
  return found
}

function edgeOf({ top, bottom }: Segment, height: number): Running | undefined {
  if (bottom <= marginShare * height) return 'page_header'
  return top >= (1 - marginShare) * height ? 'page_footer' : undefined
}

/** Numbers change from page to page. */
const wordsOf = ({ text }: Segment) =>
  text.toLowerCase().replaceAll(/\d+/g, '#').replaceAll(/\s+/g, ' ').trim()
