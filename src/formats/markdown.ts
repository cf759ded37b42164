import { z } from 'zod'
import { defineFormat } from './format.ts'

const Block = z
  .object({
    id: z.string().meta({ description: 'Page and index: `p1.b0`.' }),
    type: z.string().meta({ description: 'title, section_header, text, table, and others.' }),
    label: z.string().nullable(),
    bbox: z
      .array(z.number())
      .length(4)
      .readonly()
      .nullable()
      .meta({ description: 'Left, top, right, bottom as fractions of the page.' }),
    content: z.string(),
    markdownSpan: z
      .array(z.int())
      .length(2)
      .readonly()
      .nullable()
      .meta({ description: 'Offsets of the block in `markdown`, end excluded.' }),
    readingOrder: z.int(),
    source: z.string().nullable(),
    confidence: z.object({ layout: z.number().nullable(), ocr: z.number().nullable() }),
  })
  .meta({ id: 'Block', description: 'A layout block of a document page.' })

export const BlocksOfPage = z
  .object({
    pageNumber: z.int(),
    width: z.number().nullable(),
    height: z.number().nullable(),
    status: z.enum(['ok', 'partial', 'failed']),
    items: z.array(Block).readonly(),
  })
  .meta({ id: 'BlocksOfPage', description: 'A page of a document and its layout blocks.' })

export const PageOfDocument = z
  .object({ pageNumber: z.int(), markdown: z.string() })
  .meta({ id: 'PageOfDocument', description: 'The Markdown of one page.' })
export type BlocksOfPage = z.output<typeof BlocksOfPage>
export type PageOfDocument = z.output<typeof PageOfDocument>

const schema = z
  .strictObject({
    type: z.literal('markdown'),
    linkTargets: z.boolean().optional().meta({
      description:
        'false: links and pictures are their texts alone. About a seventh of a usual page is addresses.',
    }),
    tokens: z.boolean().optional().meta({
      description:
        'Adds `metadata.tokens`: how many tokens the Markdown has, estimated as common models count them.',
    }),
  })
  .meta({ id: 'MarkdownFormat', description: 'The page as Markdown.' })

/** `pages` and `blocks` repeat the Markdown of a PDF file by page and block, if its parser options request them. */
export const markdown = defineFormat({
  type: 'markdown',
  summary: 'The page as GitHub-Flavored Markdown.',
  schema,
  hasShortName: true,
  members: {
    markdown: z.string().optional(),
    pages: z.array(PageOfDocument).readonly().optional(),
    blocks: z.array(BlocksOfPage).readonly().optional(),
  },
  example: {
    html: '<main><h1>The mill</h1><p>Built in <b>1884</b>.</p></main>',
    result: { markdown: '# The mill\n\nBuilt in **1884**.' },
  },
  source: 'content',
  suitsRecords: true,
  async derive({ document }, { linkTargets = true, tokens = false }) {
    const { markdown: whole = '', pages, blocks } = document
    const members = linkTargets ? {} : await withoutTargets({ markdown: whole, pages, blocks })
    const { markdown: text = whole } = members
    return {
      members,
      ...(tokens && { metadata: { tokens: await countTokens(text) } }),
    }
  },
})

/** The command line reads the options of formats, and does nothing else with them. */
async function countTokens(text: string): Promise<number> {
  const { countBySample } = await import('#llm/count-by-sample.ts')
  const { estimateTokenCount } = await import('tokenx')
  return countBySample(text, estimateTokenCount)
}

interface Members {
  readonly markdown?: string
  readonly pages?: readonly PageOfDocument[] | undefined
  readonly blocks?: readonly BlocksOfPage[] | undefined
}

/** The members without the targets of links, where offsets are those in the shorter text. */
async function withoutTargets({
  markdown: whole,
  pages,
  blocks,
}: Members & { readonly markdown: string }): Promise<Members> {
  const { removeTargets } = await import('./remove-targets.ts')
  const shorten = async (markdown: string) => (await removeTargets(markdown)).text
  const { text, move } = await removeTargets(whole)
  return {
    markdown: text,
    ...(pages && {
      pages: await Promise.all(
        pages.map(async (page) => ({ ...page, markdown: await shorten(page.markdown) })),
      ),
    }),
    ...(blocks && {
      blocks: blocks.map((page) => ({
        ...page,
        items: page.items.map((block) => {
          const [from, to] = block.markdownSpan?.map(move) ?? []
          if (from === undefined || to === undefined) return block
          return { ...block, content: text.slice(from, to), markdownSpan: [from, to] }
        }),
      })),
    }),
  }
}
