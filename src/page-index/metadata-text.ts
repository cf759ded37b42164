import type { ContentMetadata } from '#content/html/about/content-metadata.ts'

/** A metadata value as one text; empty when it is absent. */
export function readMetadataText(metadata: ContentMetadata, name: string): string {
  const value = metadata[name]
  return typeof value === 'string' ? value : (value?.join(', ') ?? '')
}
