import { formats } from '#formats/registry.ts'

/** Formats of `weir scrape`: without options, and without a running service. */
export const pageFormats: readonly string[] = formats
  .filter((record) => record.source !== 'derived')
  .filter((record) => !record.schema || record.hasShortName)
  .map(({ type }) => type)

/** Formats of `weir parse`. */
export const fileFormats = pageFormats.filter((type) =>
  formats.some((record) => record.type === type && record.parseRefusal === undefined),
)
