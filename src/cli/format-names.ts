import { formats } from '#formats/registry.ts'

/** Formats of `weir scrape` that need no options of their own: those that no running service is needed for. */
export const pageFormats: readonly string[] = formats
  .filter((record) => !('needsService' in record))
  .filter((record) => !record.schema || record.hasShortName)
  .map(({ type }) => type)

/** Formats of `weir parse`. */
export const fileFormats: readonly string[] = formats
  .filter((record) => record.source !== 'derived' && pageFormats.includes(record.type))
  .filter((record) => record.parseRefusal === undefined)
  .map(({ type }) => type)
