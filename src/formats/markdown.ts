import { z } from 'zod'
import { defineFormat } from './format.ts'
import { BlocksOfPage, PageOfDocument } from './markdown-parts.ts'
import { removeTargets } from './remove-targets.ts'

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

/** The command line reads the options of formats, and counts nothing. */
async function countTokens(text: string): Promise<number> {
  const { countInPieces } = await import('#llm/count-in-pieces.ts')
  const { estimateTokenCount } = await import('tokenx')
  return countInPieces(text, estimateTokenCount)
}

interface Members {
  readonly markdown?: string
  readonly pages?: readonly PageOfDocument[] | undefined
  readonly blocks?: readonly BlocksOfPage[] | undefined
}

const shorten = async (markdown: string) => (await removeTargets(markdown)).text

/** The members without the targets of links, where offsets are those in the shorter text. */
async function withoutTargets({
  markdown: whole,
  pages,
  blocks,
}: Members & { readonly markdown: string }): Promise<Members> {
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
