import { z } from 'zod'
import type { PageStart } from '#content/layout.ts'
import { defineFormat } from './format.ts'
import type { Chunk } from './split-chunks.ts'

const sizeMax = 8_192
/** What a chunk has at most when nothing else is asked for. */
export const defaultLimits = { size: 512, overlap: 0 } as const

const schema = z
  .strictObject({
    type: z.literal('chunks'),
    size: z.int().min(64).max(sizeMax).default(defaultLimits.size).meta({
      description: 'Most tokens of a chunk, estimated as common models count them.',
    }),
    overlap: z
      .int()
      .min(0)
      .max(sizeMax / 2)
      .default(defaultLimits.overlap)
      .meta({
        description:
          'Most tokens that a chunk repeats of the one before in the same section, at most half of `size`.',
      }),
  })
  .refine(({ size, overlap }) => overlap <= size / 2, {
    path: ['overlap'],
    error: 'overlap must be at most half of size',
  })
  .meta({
    id: 'ChunksFormat',
    description: 'The Markdown in pieces, for a vector store.',
    anyOf: [64, 128, 256, defaultLimits.size, 1_024, 2_048, sizeMax].map((size) => ({
      properties: { size: { minimum: size }, overlap: { maximum: size / 2 } },
      ...(size > defaultLimits.size && { required: ['size'] }),
    })),
  })

const span = z.array(z.int()).length(2).readonly()

const Chunks = z
  .array(
    z
      .object({
        text: z.string().meta({ description: 'A piece of the Markdown, as it is.' }),
        headings: z
          .array(z.string())
          .readonly()
          .meta({ description: 'Headings that all of it stands under, the highest first.' }),
        markdownSpan: span.meta({ description: 'Offsets in `markdown`, end excluded.' }),
        pageNumbers: span
          .optional()
          .meta({ description: 'First and last page of a PDF file that it stands on.' }),
        tokens: z.int().meta({ description: 'Estimate.' }),
      })
      .meta({ id: 'Chunk', description: 'A piece of a page.' }),
  )
  .readonly()

export const chunks = defineFormat({
  type: 'chunks',
  summary:
    'The Markdown in pieces of limited length, cut between sections, paragraphs and sentences.',
  schema,
  hasShortName: true,
  members: { chunks: Chunks.optional() },
  example: {
    html: '<h1>The mill</h1><p>Built in 1884.</p><h2>Visits</h2><p>A ticket costs 4 euros.</p>',
    result: {
      chunks: [
        {
          text: '# The mill\n\nBuilt in 1884.\n\n## Visits\n\nA ticket costs 4 euros.',
          headings: ['The mill'],
          markdownSpan: [0, 62],
          tokens: 19,
        },
      ],
    },
  },
  source: 'derived',
  suitsRecords: true,
  queries: () => [],
  async derive({ document, original }, limits, { request }) {
    const { markdown: read = '', pageStarts } = original ?? {}
    const markdown = document.markdown ?? read
    // The command line reads the options of formats, and divides nothing.
    const { chunksMax, splitChunks } = await import('./split-chunks.ts')
    const { chunks: made, isCut } = await splitChunks(markdown, limits)
    const starts = request.redaction ? undefined : await moveStarts(pageStarts, read, markdown)
    const warnings = [
      ...(isCut ? [`Only the first ${chunksMax} chunks are returned.`] : []),
      ...(pageStarts && !starts
        ? ['The chunks have no page numbers, because the Markdown was changed after reading.']
        : []),
    ]
    return {
      members: { chunks: starts ? made.map((chunk) => withPages(chunk, starts)) : made },
      ...(warnings.length > 0 && { warning: warnings.join(' ') }),
    }
  },
})

/** Where the pages begin in Markdown that may have lost the targets of its links; undefined if it was changed otherwise. */
async function moveStarts(
  starts: readonly PageStart[] | undefined,
  read: string,
  markdown: string,
): Promise<readonly PageStart[] | undefined> {
  if (!starts || markdown === read) return starts
  const { removeTargets } = await import('./remove-targets.ts')
  const { text, move } = await removeTargets(read)
  if (text !== markdown) return undefined
  return starts.map(({ start, pageNumber }) => ({ start: move(start), pageNumber }))
}

function withPages(chunk: Chunk, starts: readonly PageStart[]) {
  const [from, to] = chunk.markdownSpan
  const find = (offset: number) =>
    (starts.findLast(({ start }) => start <= offset) ?? starts[0])?.pageNumber ?? 1
  return { ...chunk, pageNumbers: [find(from), Math.max(find(from), find(to - 1))] }
}
