import { z } from 'zod'
import { formats, type FormatMembers } from './registry.ts'

const text = z.string().optional()

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

/** Metadata that the page gives about itself. Its other meta tags appear under their own names. */
const pageMetadata = {
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
}

/** Metadata that the service sets, whatever a page writes into its meta tags. */
const ServiceMetadata = z.object({
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
    .meta({ description: 'Whether the request waited for a concurrency slot.' }),
  concurrencyQueueDurationMs: z.int().optional(),
})
export type ServiceMetadata = z.output<typeof ServiceMetadata>
export const serviceMetadataKeys = Object.keys(ServiceMetadata.shape)

const Metadata = z
  .object({ ...pageMetadata, ...ServiceMetadata.shape })
  .catchall(z.union([z.string(), z.array(z.string()).readonly()]))
  .meta({ id: 'Metadata', description: 'What is known of the page and of this scrape.' })

/** Members of all formats, in one shape. */
const members = Object.assign({}, ...formats.map((record) => record.members)) as FormatMembers

/** The result of a page: a member for each requested format, and its metadata. */
export const Document = z
  .object({
    ...members,
    actions: Actions.optional(),
    warning: text.meta({ description: 'What the caller should know about the result.' }),
    metadata: Metadata,
  })
  .meta({ id: 'Document', description: 'What was made of the page.' })
export type Document = z.output<typeof Document>
