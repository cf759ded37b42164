import type { Content, ContentMetadata } from '#content/content.ts'
import type { Document } from './document.ts'

/** Keys that the service sets itself, whatever a page writes into its meta tags. */
const ownKeys = new Set([
  'sourceURL',
  'url',
  'statusCode',
  'contentType',
  'error',
  'scrapeId',
  'numPages',
  'totalPages',
  'proxyUsed',
  'cacheState',
  'cachedAt',
  'creditsUsed',
  'timezone',
  'concurrencyLimited',
  'concurrencyQueueDurationMs',
  'postprocessorsUsed',
  'indexId',
  'provider',
  'sourceFile',
])

/** What is known of a page beside its content. */
export interface DocumentFacts<Metadata extends object> {
  /** Keys of `metadata` that do not come from the page itself. */
  readonly metadata: Metadata
  /** Sentences for the caller, about how the page was fetched. */
  readonly warnings?: readonly string[] | undefined
  /** Members that the browser produced, files replaced by links. */
  readonly rendered?: Pick<Document, 'screenshot' | 'actions'>
}

/** The document of a page: the only place where content becomes one. `Metadata` adds the service's own keys. */
export function toDocument<Metadata extends object>(
  content: Content,
  { metadata: own, warnings: further = [], rendered }: DocumentFacts<Metadata>,
) {
  const {
    metadata: page,
    warnings,
    numPages,
    totalPages,
    internal: _internal,
    ...members
  } = content
  const metadata = {
    ...withoutOwnKeys(page),
    ...(numPages !== undefined && { numPages }),
    ...(totalPages !== undefined && { totalPages }),
    ...own,
  }
  const warning = [...further, ...warnings].join(' ')
  return { ...members, ...rendered, ...(warning !== '' && { warning }), metadata }
}

function withoutOwnKeys(metadata: ContentMetadata): ContentMetadata {
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => !ownKeys.has(name)))
}

/** Metadata about the wait for a concurrency slot, in milliseconds. */
export function queueMetadata(queuedMs: number) {
  return {
    concurrencyLimited: queuedMs > 0,
    ...(queuedMs > 0 && { concurrencyQueueDurationMs: Math.ceil(queuedMs) }),
  }
}
