import { z } from 'zod'

const text = z.string().optional()

const AttributeValues = z
  .object({ selector: z.string(), attribute: z.string(), values: z.array(z.string()).readonly() })
  .meta({ id: 'AttributeValues', description: 'Values of one attribute, in document order.' })

const Actions = z
  .object({
    screenshots: z.array(z.string()).readonly().meta({ description: 'Links, good for 24 hours.' }),
    scrapes: z.array(z.object({ url: z.string(), html: z.string() })).readonly(),
    javascriptReturns: z
      .array(z.object({ type: z.string(), value: z.unknown() }))
      .readonly()
      .meta({ description: 'What the scripts returned; `type` is the name of its type.' }),
    pdfs: z.array(z.string()).readonly().meta({ description: 'Links, good for 24 hours.' }),
  })
  .meta({ id: 'ActionResults', description: 'What the steps brought, each in their order.' })

const Block = z
  .object({
    id: z.string().meta({ description: 'Page and place: `p1.b0`.' }),
    type: z.string().meta({ description: 'title, section_header, text, table, and others.' }),
    label: z.string().nullable(),
    bbox: z
      .array(z.number())
      .length(4)
      .readonly()
      .nullable()
      .meta({ description: 'Left, top, right, bottom as parts of the page.' }),
    content: z.string(),
    markdownSpan: z
      .array(z.int())
      .length(2)
      .readonly()
      .nullable()
      .meta({ description: 'Where the block stands in `markdown`, end excluded.' }),
    readingOrder: z.int(),
    source: z.string().nullable(),
    confidence: z.object({ layout: z.number().nullable(), ocr: z.number().nullable() }),
  })
  .meta({ id: 'Block', description: 'A piece of a page of a document.' })

const BlocksOfPage = z
  .object({
    pageNumber: z.int(),
    width: z.number().nullable(),
    height: z.number().nullable(),
    status: z.enum(['ok', 'partial', 'failed']),
    items: z.array(Block).readonly(),
  })
  .meta({ id: 'BlocksOfPage', description: 'A page of a document and what it is made of.' })

const PageOfDocument = z
  .object({ pageNumber: z.int(), markdown: z.string() })
  .meta({ id: 'PageOfDocument', description: 'The Markdown of one page.' })

const DiffLine = z
  .object({
    type: z.enum(['add', 'del', 'normal']),
    add: z.literal(true).optional().meta({ description: 'The type once more, as a flag.' }),
    del: z.literal(true).optional(),
    normal: z.literal(true).optional(),
    ln: z.int().optional().meta({ description: 'Line, in the version that has it.' }),
    ln1: z.int().optional().meta({ description: 'Line before, when both have it.' }),
    ln2: z.int().optional().meta({ description: 'Line now, when both have it.' }),
    content: z.string(),
  })
  .meta({ id: 'DiffLine', description: 'A line, with its sign.' })

const DiffFile = z
  .object({
    from: z.string(),
    to: z.string(),
    chunks: z
      .array(z.object({ content: z.string(), changes: z.array(DiffLine).readonly() }))
      .readonly(),
  })
  .meta({ id: 'DiffFile', description: 'A unified diff, taken apart.' })

/** Contract sections 6.4 and 24, D1. */
export const ChangeTracking = z
  .object({
    previousScrapeAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the version compared with was taken; null the first time.' }),
    changeStatus: z.enum(['new', 'same', 'changed', 'removed']),
    visibility: z.enum(['visible', 'hidden']),
    diff: text.meta({ description: 'Unified diff of the Markdown, in mode git-diff.' }),
    diffJson: z
      .object({ files: z.array(DiffFile).readonly() })
      .optional()
      .meta({ description: 'The same diff, taken apart.' }),
  })
  .meta({ id: 'ChangeTracking', description: 'What became of the page since the last scrape.' })
export type ChangeTracking = z.output<typeof ChangeTracking>

/** Contract section 5.4. Every other meta tag of the page appears under its own name. */
const Metadata = z
  .object({
    title: text,
    description: text,
    language: text,
    keywords: text,
    robots: text,
    favicon: text,
    ogTitle: text,
    ogDescription: text,
    ogUrl: text,
    ogImage: text,
    ogLocaleAlternate: z.array(z.string()).readonly().optional(),
    sourceURL: z.string().meta({ description: 'The URL as requested.' }),
    url: z.string().meta({ description: 'Where the redirects ended.' }),
    statusCode: z.int().meta({ description: 'What the site answered.' }),
    contentType: text,
    error: text.meta({ description: 'Set when the site answered 400 or above.' }),
    scrapeId: z.uuid().meta({ description: 'Reads this document again for 24 hours.' }),
    proxyUsed: z.enum(['basic', 'stealth']),
    cacheState: z.enum(['hit', 'miss']),
    cachedAt: z.iso.datetime().optional(),
    numPages: z.int().optional().meta({ description: 'Pages of the document that were read.' }),
    totalPages: z.int().optional().meta({ description: 'Pages the document has.' }),
    sourceFile: text.meta({ description: 'Name of the file that was sent.' }),
    creditsUsed: z.int(),
    timezone: text.meta({ description: 'Time zone the browser showed the page in.' }),
    concurrencyLimited: z
      .boolean()
      .meta({ description: 'Whether the request waited for a place.' }),
    concurrencyQueueDurationMs: z.int().optional(),
  })
  .catchall(z.union([z.string(), z.array(z.string()).readonly()]))
  .meta({ id: 'Metadata', description: 'What is known of the page and of this scrape.' })

/** Contract section 5.3: a member for each format that was asked for. */
export const Document = z
  .object({
    markdown: text,
    html: text.meta({ description: 'Without scripts and styles, with absolute URLs.' }),
    rawHtml: text.meta({ description: 'As received.' }),
    rawBase64: text.meta({ description: 'The bytes as received.' }),
    links: z.array(z.string()).readonly().optional(),
    images: z.array(z.string()).readonly().optional(),
    attributes: z.array(AttributeValues).readonly().optional(),
    pages: z.array(PageOfDocument).readonly().optional(),
    blocks: z.array(BlocksOfPage).readonly().optional(),
    screenshot: text.meta({ description: 'Link to the picture, good for 24 hours.' }),
    actions: Actions.optional(),
    changeTracking: ChangeTracking.optional(),
    warning: text.meta({ description: 'What the caller should know about the result.' }),
    metadata: Metadata,
  })
  .meta({ id: 'Document', description: 'What was made of the page.' })
export type Document = z.output<typeof Document>
