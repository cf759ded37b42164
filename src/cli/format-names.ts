import { formats } from '#formats/registry.ts'

/** Formats that `weir scrape` can print: given by name, and made without a running service. */
export const pageFormats: readonly string[] = formats
  .filter((record) => record.source !== 'derived')
  .filter((record) => !record.schema || record.hasShortName)
  .map(({ type }) => type)

/** Formats that `weir parse` can print. */
export const fileFormats = pageFormats.filter((type) =>
  formats.some((record) => record.type === type && record.parseRefusal === undefined),
)
