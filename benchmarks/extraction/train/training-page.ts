import { parse } from 'tldts'
import { wordBag, wordsOf, type WordBag } from '#benchmarks/extraction/metric.ts'
import type { LabelledPage, PageType } from '#benchmarks/extraction/dataset.ts'
import { outline } from '#content/html/main-content/blocks.ts'
import type { Columns } from '#content/html/main-content/columns.ts'
import { blockFeatures } from '#content/html/main-content/features.ts'
import { wrap } from '#content/html/main-content/wrap.ts'
import type { Layout, LayoutPart } from '#content/html/main-content/neighbourhood.ts'
import { readPageSigns } from '#content/html/main-content/page-signs.ts'
import { dropUnreadable } from '#content/html/main-content/readable.ts'
import { parsePage } from '#content/html/parse.ts'
import { labelBlocks } from './label.ts'

/** What is kept of a page for training: its tree would not fit into memory with all the others. */
export interface TrainingPage {
  readonly type: PageType
  /** Pages of one site look alike: they must not be on both sides of a split. */
  readonly site: string
  readonly layout: Layout
  readonly table: Columns
  /** Per block, the share of its words that is in the truth. */
  readonly labels: readonly number[]
  readonly words: readonly (readonly string[])[]
  readonly truth: WordBag
}

/** Reads a labelled page the way the extractor does. */
export function readTrainingPage(page: LabelledPage): TrainingPage {
  const { document } = parsePage(page.html(), 'html')
  const signs = readPageSigns(document)
  dropUnreadable(document)
  const { parts, blocks, ...rest } = outline(wrap(document))
  const texts = blocks.map(({ text }) => text)
  return {
    type: page.type,
    site: parse(page.url).domain ?? page.id,
    layout: withoutTree({ parts, blocks }),
    table: blockFeatures({ parts, blocks, ...rest }, signs),
    labels: labelBlocks(texts, page.truth),
    words: texts.map(wordsOf),
    truth: wordBag(wordsOf(page.truth)),
  }
}

function withoutTree({ parts, blocks }: Layout): Layout {
  const bare: LayoutPart[] = []
  for (const { index, parent, words } of parts) {
    bare.push({ index, parent: parent && bare[parent.index], words })
  }
  return {
    parts: bare,
    blocks: blocks.flatMap(({ part, headingLevel, measure }) => {
      const own = bare[part.index]
      return own ? { part: own, headingLevel, measure: { words: measure.words } } : []
    }),
  }
}
