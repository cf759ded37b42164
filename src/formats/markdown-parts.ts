import { z } from 'zod'

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
