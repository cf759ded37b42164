import { z } from 'zod'
import { refusalKinds } from '#content/refusal/refusal.ts'

const text = z.string().optional()

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

const DataProvider = z
  .object({
    id: z.string(),
    creditsCost: z.int(),
    steps: z
      .array(
        z.object({
          provider: z.string(),
          status: z.enum(['matched', 'no_match', 'error']),
          creditsCost: z.int(),
        }),
      )
      .readonly(),
  })
  .meta({ id: 'DocumentProvider', description: 'The data provider whose record this is.' })

/** Metadata of the service, which meta tags of a page cannot override. */
const ServiceMetadata = z.object({
  sourceURL: z.string().meta({ description: 'The URL as requested.' }),
  url: z.string().meta({ description: 'Final URL.' }),
  statusCode: z.int().meta({ description: 'HTTP status of the page.' }),
  contentType: text,
  error: text.meta({ description: 'Set if the status is 400 or above.' }),
  refusal: z
    .enum(refusalKinds)
    .optional()
    .meta({ description: 'What the site returned instead of the page.' }),
  scrapeId: z.uuid().meta({ description: 'Id to get this document again for 24 hours.' }),
  proxyUsed: z.enum(['basic', 'stealth']),
  cacheState: z
    .enum(['hit', 'miss'])
    .optional()
    .meta({ description: 'Absent when the cache was not asked.' }),
  cachedAt: z.iso.datetime().optional(),
  numPages: z.int().optional().meta({ description: 'Number of parsed pages.' }),
  totalPages: z.int().optional().meta({ description: 'Number of pages of the document.' }),
  tokens: z
    .int()
    .optional()
    .meta({ description: 'Tokens of `markdown`, an estimate, when they are asked for.' }),
  sourceFile: text.meta({ description: 'Name of the uploaded file.' }),
  creditsUsed: z.int(),
  timezone: text.meta({ description: 'Time zone of the browser.' }),
  concurrencyLimited: z
    .boolean()
    .meta({ description: 'Whether the request waited for a concurrency slot.' }),
  concurrencyQueueDurationMs: z.int().optional(),
  provider: DataProvider.optional(),
})
export type ServiceMetadata = z.output<typeof ServiceMetadata>
export const serviceMetadataKeys = Object.keys(ServiceMetadata.shape)

export const Metadata = z
  .object({ ...pageMetadata, ...ServiceMetadata.shape })
  .catchall(z.union([z.string(), z.array(z.string()).readonly()]))
  .meta({ id: 'Metadata', description: 'Metadata of the page and of this scrape.' })
export type Metadata = z.output<typeof Metadata>
