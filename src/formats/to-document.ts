import type { Content } from '#content/content.ts'
import type { ContentMetadata } from '#content/html/about/content-metadata.ts'
import type { Document } from './document.ts'
import { serviceMetadataKeys, type ServiceMetadata } from './metadata.ts'

/** Keys of `metadata` that no meta tag of a page may set. */
const reservedKeys = new Set([...serviceMetadataKeys, 'postprocessorsUsed', 'indexId', 'provider'])

/** Facts about a page besides its content. */
export interface DocumentFacts {
  readonly metadata: ServiceMetadata
  /** Warnings about how the page was fetched. */
  readonly warnings?: readonly string[] | undefined
  /** Members that are not made of the content; files of the browser are replaced by links. */
  readonly members?: Pick<Document, 'screenshot' | 'actions' | 'branding' | 'tools'>
}

/** Returns the document of a page or file. Content is converted to documents only here. */
export function toDocument(content: Content, facts: DocumentFacts): Document {
  const {
    metadata: page,
    warnings,
    numPages,
    totalPages,
    internal: _internal,
    ...members
  } = content
  const metadata = {
    ...withoutReservedKeys(page),
    ...(numPages !== undefined && { numPages }),
    ...(totalPages !== undefined && { totalPages }),
    ...facts.metadata,
  } as Document['metadata']
  const warning = [...(facts.warnings ?? []), ...warnings].join(' ')
  return { ...members, ...facts.members, ...(warning !== '' && { warning }), metadata }
}

function withoutReservedKeys(metadata: ContentMetadata): ContentMetadata {
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => !reservedKeys.has(name)))
}

/** The document with its price, which is known after the derived formats. */
export function withCredits(document: Document, creditsUsed: number): Document {
  const metadata: Document['metadata'] = Object.assign({}, document.metadata, { creditsUsed })
  return { ...document, metadata }
}

/** Metadata about the wait for a concurrency slot, in milliseconds. */
export function queueMetadata(queuedMs: number) {
  return {
    concurrencyLimited: queuedMs > 0,
    ...(queuedMs > 0 && { concurrencyQueueDurationMs: Math.ceil(queuedMs) }),
  }
}
