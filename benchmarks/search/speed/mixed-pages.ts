import { extractText } from '#page-index/extract.ts'
import type { IndexablePage } from '#page-index/page-index.ts'
import type { ManualPage } from '#benchmarks/search/known-items.ts'
import { toIndexable } from '#benchmarks/search/measure.ts'
import { createRandom } from './generated-pages.ts'

const blocksMin = 4
const blocksMax = 40
const foreignBlocks = 3

/**
 * As many pages as are wanted, mixed from those of manuals: a part of one page, with the title of the heading above it, and a few
 * paragraphs of another. Words, lengths and meanings are those of the manuals; each page has a number of its own.
 */
export function* mixPages(
  manuals: readonly ManualPage[],
  count: number,
  { teamId, seed }: { readonly teamId: string; readonly seed: number },
): Generator<IndexablePage> {
  const random = createRandom(seed)
  const pick = (most: number) => Math.floor(random() * most)
  const blocks = manuals.map(({ markdown }) => markdown.split('\n\n'))
  for (let number = 0; number < count; number++) {
    const at = pick(manuals.length)
    const own = blocks[at] ?? []
    const from = pick(Math.max(1, own.length - blocksMin))
    const part = own.slice(from, from + blocksMin + pick(blocksMax - blocksMin))
    const other = blocks[pick(manuals.length)] ?? []
    const start = pick(Math.max(1, other.length - foreignBlocks))
    const page = manuals[at]
    const heading = own.slice(0, from + 1).findLast((block) => block.startsWith('#'))
    const title = extractText(heading ?? `# ${page?.title}`).headings[0] ?? ''
    const markdown = [`# ${title} ${number}`, ...part, ...other.slice(start, start + foreignBlocks)]
    yield toIndexable(
      {
        url: `https://site-${number % 50}.example/${number}`,
        title,
        markdown: markdown.join('\n\n'),
        language: page?.language,
      },
      teamId,
    )
  }
}
