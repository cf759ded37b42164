import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readPage } from '#content/pipeline.ts'
import { readDataset } from './dataset.ts'
import { markdownRequest } from './markdown-request.ts'
import { readSegments } from './segments.ts'
import { readPage as readForTraining } from './train/training-page.ts'

/**
 * Prints digests of what is made of each page: Markdown with metadata, all other formats with the facts, the whole page as Markdown, and the
 * features that models are trained with. `node benchmarks/extraction/digests.ts > after`; a change that only makes reading faster prints the
 * same as the version before it.
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: resolve(import.meta.dirname, '../../../shared/data') },
    /** Every n-th page. */
    step: { type: 'string', default: '1' },
  },
})

const otherFormats = (['html', 'links', 'images', 'product', 'menu'] as const).map((type) => ({
  type,
}))
const pages = [
  ...readDataset(resolve(values.data, 'wcxb-dev')),
  ...readSegments(resolve(values.data, 'segments-dev')),
]
for (const [at, page] of pages.entries()) {
  if (at % Number(values.step) !== 0) continue
  const request = markdownRequest(page.html(), page.url)
  const made = [
    readPage(request),
    readPage({
      ...request,
      formats: otherFormats,
      material: { queries: [] },
      wantsMedia: true,
      wantsExamined: true,
      wantsNormalisedText: true,
    }),
    readPage({ ...request, onlyMainContent: false }),
  ].map((content) => computeDigest(JSON.stringify(content)))
  const features = computeDigest(Buffer.from(readForTraining(page).matrix.values.buffer))
  process.stdout.write(`${[page.id, ...made, features].join(' ')}\n`)
}

function computeDigest(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex').slice(0, 16)
}
