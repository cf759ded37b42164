import { addAncestorFeatures, ancestorFeatureCount } from './ancestor-features.ts'
import type { PageBlock, PageOutline, Part } from './blocks.ts'
import { addContainers, containerFeatureCount } from './container-features.ts'
import type { FeatureMatrix } from './feature-matrix.ts'
import {
  addNeighbours,
  addOwnFeatures,
  neighbourFeatureCount,
  ownFeatureCount,
} from './own-features.ts'
import { pageKindCount, type PageFeatures } from './page-features.ts'
import { addRepeats, repeatFeatureCount } from './repeats.ts'
import { addSections, sectionFeatureCount } from './sections.ts'
import { addSimilarBlocks, similarBlockFeatureCount } from './similar-blocks.ts'
import { addTextColumn, textColumnFeatureCount } from './text-column.ts'

const pageFeatureCount = 12 + pageKindCount

/** Columns of each group of features. The order is part of the trained weights. */
const widths = [
  ownFeatureCount,
  ancestorFeatureCount,
  containerFeatureCount,
  neighbourFeatureCount,
  pageFeatureCount,
  textColumnFeatureCount,
  similarBlockFeatureCount,
  sectionFeatureCount,
  repeatFeatureCount,
]

export const featureCount = widths.reduce((sum, width) => sum + width, 0)

/** Features of every block for the first model. Fills the first `featureCount` columns of a matrix of zeros. */
export function addFeatures(
  page: PageOutline,
  features: PageFeatures,
  matrix: FeatureMatrix,
): void {
  const { blocks, parts, siblings } = page
  const total = Math.max(1, parts[0]?.words ?? 1)
  const adders: readonly ((values: Float32Array) => void)[] = [
    (values) => addOwnFeatures(page, features, values),
    (values) => addAncestorFeatures(page, total, values),
    (values) => addContainers(page, total, values),
    (values) => addNeighbours(blocks, values),
    (values) => addPageFeatures(page, features, values),
    (values) => addTextColumn(page, values),
    (values) => addSimilarBlocks(blocks, values),
    (values) => addSections(page, values),
    (values) => addRepeats(page, siblings, values),
  ]
  let column = 0
  for (const [group, add] of adders.entries()) {
    add(matrix.values.subarray(column * blocks.length))
    column += widths[group] ?? 0
  }
}

/** Features of the page, which are the same for all of its blocks. */
function addPageFeatures(
  { blocks, parts }: Pick<PageOutline, 'blocks' | 'parts'>,
  page: PageFeatures,
  values: Float32Array,
): void {
  for (const [column, number] of pageFeatures(blocks, parts, page).entries())
    values.fill(number, column * blocks.length, (column + 1) * blocks.length)
}

function pageFeatures(
  blocks: readonly PageBlock[],
  parts: readonly Part[],
  page: PageFeatures,
): number[] {
  const [root] = parts
  const total = Math.max(1, root?.words ?? 1)
  const { counts, words } = countKinds(parts)
  const share = (name: string) => (words.get(name) ?? 0) / total
  const count = (name: string) => counts.get(name) ?? 0
  return [
    Math.log1p(total),
    Math.log1p(blocks.length),
    (root?.linkWords ?? 0) / total,
    (root?.proseWords ?? 0) / total,
    Math.log1p(root?.images ?? 0),
    share('main'),
    share('article'),
    Math.log1p(count('article')),
    count('h1'),
    Math.log1p(count('form')),
    share('noscript'),
    share('table'),
    ...page.kinds,
  ]
}

/** Counts of some element kinds on the page, and the words in the largest of each. */
function countKinds(parts: readonly Part[]) {
  const counts = new Map<string, number>()
  const words = new Map<string, number>()
  const note = (kind: string, part: Part) => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    words.set(kind, Math.max(words.get(kind) ?? 0, part.words))
  }
  for (const part of parts) {
    const { element, traits } = part
    if (traits.isCounted) note(element.name, part)
    if (part.words > 0 && element.attribs['role'] === 'main') note('main', part)
  }
  return { counts, words }
}
