import { extractStructureElements, extractTextWithPositions } from '@firecrawl/pdf-inspector'
import type { PageSize } from '#content/documents/pdf/draw-pages.ts'
import type { Segment } from './segment.ts'
import { segmentsOf } from './segments-of.ts'

/**
 * The text that pages of a PDF file hold, as pieces of lines. `numbers` count from 1; `sizes` are those of the same pages.
 * Throws what the library throws.
 */
export function ownText(
  file: Buffer,
  numbers: readonly number[],
  sizes: readonly PageSize[],
): Segment[][] {
  const items = Map.groupBy(
    extractTextWithPositions(file, [...numbers], { frame: 'display' }),
    ({ page }) => page,
  )
  const structure = Map.groupBy(extractStructureElements(file, [...numbers]), ({ page }) => page)
  return numbers.map((page, index) =>
    segmentsOf({
      page,
      height: sizes[index]?.height ?? 0,
      items: items.get(page) ?? [],
      structure: structure.get(page) ?? [],
    }),
  )
}
