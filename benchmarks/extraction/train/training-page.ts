import { Element } from 'domhandler'
import { parse } from 'tldts'
import { wordBag, splitWords, type WordBag } from '#benchmarks/extraction/metric.ts'
import type { LabelledPage, PageType } from '#benchmarks/extraction/dataset.ts'
import { oneSpace, type SegmentPage } from '#benchmarks/extraction/segments.ts'
import {
  outline,
  type PageBlock,
  type PageOutline,
  type Part,
} from '#content/html/main-content/blocks.ts'
import {
  chooseByLandmarks,
  landmarkWordsMax,
} from '#content/html/main-content/choose-by-landmarks.ts'
import { settleLayout } from '#content/html/settle-layout.ts'
import { settleHidden } from '#content/html/styles/hidden-parts.ts'
import { dropConsent } from '#content/html/main-content/consent.ts'
import { createMatrix, type FeatureMatrix } from '#content/html/main-content/feature-matrix.ts'
import { addFeatures, featureCount } from '#content/html/main-content/features.ts'
import { wrap } from '#content/html/main-content/wrap.ts'
import { readPageFeatures } from '#content/html/main-content/page-features.ts'
import { dropUnreadable } from '#content/html/main-content/readable.ts'
import { noteElements } from '#content/html/about/noted-elements.ts'
import { parsePage } from '#content/html/parse.ts'
import { labelBlocks } from './label.ts'

/** Training data of a page, without its tree: all trees together would not fit into memory. */
export interface TrainingPage {
  readonly type: PageType | 'segments'
  /** All pages of a site are in the same fold, because they are similar. */
  readonly site: string
  readonly outline: PageOutline
  readonly matrix: FeatureMatrix
  /** Per block, the share of its words that belongs to the content. */
  readonly labels: readonly number[]
  /** Per block, its training weight; 0 for blocks without a label. */
  readonly weights: readonly number[]
  /** Blocks chosen without the model, on pages with few words. */
  readonly byLandmarks: boolean[] | undefined
  readonly truth: Truth
}

export type Truth =
  | { readonly kind: 'text'; readonly bag: WordBag }
  | {
      readonly kind: 'segments'
      readonly with: readonly string[]
      readonly without: readonly string[]
    }

/** A page with its complete main content. Pages have about equal weight; blocks are weighted by words. */
export function readLabelled(page: LabelledPage): TrainingPage {
  const read = readPage(page)
  const texts = read.outline.blocks.map(({ text }) => text)
  const words = splitWords(page.truth)
  const sizes = texts.map((text) => splitWords(text).length)
  const own = sum(sizes)
  return {
    ...read,
    type: page.type,
    labels: labelBlocks(texts, page.truth),
    weights: sizes.map((size) => (100 * (size + 1)) / (words.length + own / 4 + 20)),
    truth: { kind: 'text', bag: wordBag(words) },
  }
}

const segmentLengthMin = 20
/** Weight of a segment block relative to a block of a completely labelled page. */
const segmentWeight = 3
const segmentWordsMax = 30

/** A page with labels for some segments. Only their blocks have a weight, about the same for any length. */
export function readSegmented(page: SegmentPage): TrainingPage {
  const read = readPage(page)
  const texts = read.outline.blocks.map(({ text }) => oneSpace(text))
  const sizes = texts.map((text) => splitWords(text).length)
  const own = sum(sizes)
  const labels = texts.map((text) => Number(text !== '' && holds(text, page.with)))
  const others = [...page.without, ...page.comments]
  const isKnown = texts.map((text, at) => labels[at] === 1 || (text !== '' && holds(text, others)))
  return {
    ...read,
    type: 'segments',
    labels,
    weights: sizes.map((size, at) =>
      isKnown[at]
        ? (segmentWeight * 100 * (Math.min(size, segmentWordsMax) + 6)) / (own / 2 + 20)
        : 0,
    ),
    truth: { kind: 'segments', with: page.with, without: page.without },
  }
}

const holds = (text: string, segments: readonly string[]): boolean =>
  segments.some(
    (segment) =>
      segment !== '' &&
      (text.includes(segment) || (text.length > segmentLengthMin && segment.includes(text))),
  )

/** Prepares a page like the extractor. */
export function readPage({ id, url, html }: Pick<LabelledPage, 'id' | 'url' | 'html'>) {
  const { document } = parsePage(html(), 'html')
  const noted = noteElements(document)
  settleLayout(noted.all)
  const features = readPageFeatures(noted)
  dropConsent(document)
  settleHidden(document, noted.all)
  dropUnreadable(noted.all)
  const page = outline(wrap(document))
  const words = page.parts[0]?.words ?? 0
  const matrix = createMatrix(featureCount, page.blocks.length)
  addFeatures(page, features, matrix)
  return {
    site: parse(url).domain ?? id,
    matrix,
    byLandmarks: words <= landmarkWordsMax ? chooseByLandmarks(page) : undefined,
    outline: withoutTree(page),
  }
}

/** Those that are read after the features. */
const keptAttributes = [
  'class',
  'id',
  'name',
  'role',
  'aria-expanded',
  'aria-controls',
  'hidden',
  'style',
  'aria-hidden',
  'aria-modal',
]

function withoutTree({ parts, blocks, siblings }: PageOutline): PageOutline {
  const bare: Part[] = []
  for (const part of parts) {
    const { name, attribs } = part.element
    const element = new Element(
      name,
      Object.fromEntries(
        keptAttributes.flatMap((key) => (key in attribs ? [[key, attribs[key] ?? '']] : [])),
      ),
    )
    bare.push({ ...part, element, parent: part.parent && bare[part.parent.index] })
  }
  const own = blocks.map((block): PageBlock => ({
    ...block,
    nodes: [],
    part: bare[block.part.index] ?? block.part,
  }))
  return { parts: bare, blocks: own, siblings }
}

function sum(numbers: readonly number[]): number {
  let total = 0
  for (const number of numbers) total += number
  return total
}
