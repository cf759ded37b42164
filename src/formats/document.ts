import { z } from 'zod'
import { formats, type FormatMembers } from './registry.ts'

const text = z.string().optional()

const Actions = z
  .object({
    screenshots: z.array(z.string()).readonly().meta({ description: 'Links, valid for 24 hours.' }),
    scrapes: z.array(z.object({ url: z.string(), html: z.string() })).readonly(),
    javascriptReturns: z
      .array(z.object({ type: z.string(), value: z.unknown() }))
      .readonly()
      .meta({ description: 'Return values of the scripts; `type` is the name of their type.' }),
    pdfs: z.array(z.string()).readonly().meta({ description: 'Links, valid for 24 hours.' }),
  })
  .meta({ id: 'ActionResults', description: 'Results of the actions, in their order.' })

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

/** Metadata of the service, which meta tags of a page cannot override. */
const ServiceMetadata = z.object({
  sourceURL: z.string().meta({ description: 'The URL as requested.' }),
  url: z.string().meta({ description: 'Final URL.' }),
  statusCode: z.int().meta({ description: 'HTTP status of the page.' }),
  contentType: text,
  error: text.meta({ description: 'Set if the status is 400 or above.' }),
  scrapeId: z.uuid().meta({ description: 'Id to get this document again for 24 hours.' }),
  proxyUsed: z.enum(['basic', 'stealth']),
  cacheState: z.enum(['hit', 'miss']),
  cachedAt: z.iso.datetime().optional(),
  numPages: z.int().optional().meta({ description: 'Number of parsed pages.' }),
  totalPages: z.int().optional().meta({ description: 'Number of pages of the document.' }),
  sourceFile: text.meta({ description: 'Name of the uploaded file.' }),
  creditsUsed: z.int(),
  timezone: text.meta({ description: 'Time zone of the browser.' }),
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
  .meta({ id: 'Metadata', description: 'Metadata of the page and of this scrape.' })

/** Members of all formats, in one shape. */
const members = Object.assign({}, ...formats.map((record) => record.members)) as FormatMembers

/** The result of a page: a member for each requested format, and its metadata. */
export const Document = z
  .object({
    ...members,
    actions: Actions.optional(),
    warning: text.meta({ description: 'Problems that affect the result.' }),
    metadata: Metadata,
  })
  .meta({ id: 'Document', description: 'The requested formats of a page, and its metadata.' })
export type Document = z.output<typeof Document>
