import type { ContentFormat } from '#content/content.ts'
import { ServiceError } from '#kernel/errors.ts'
import { checkJsonSchemas } from './json-schemas.ts'
import { formatRecord, type Format } from './registry.ts'

/**
 * Checks that all requested formats are supported. `missingOptions` names further unsupported options of the request. Throws
 * `UNPROCESSABLE` for an invalid JSON Schema, and `NOT_IMPLEMENTED` with the names of everything that is not supported.
 */
export function assertSupported(
  requested: readonly Format[],
  missingOptions: readonly string[] = [],
): void {
  checkJsonSchemas(requested)
  const missing = [
    ...requested.flatMap((format, index) =>
      isSupported(format) ? [] : [`formats[${index}] (${format.type})`],
    ),
    ...missingOptions,
  ]
  if (missing.length === 0) return
  throw new ServiceError(
    'NOT_IMPLEMENTED',
    `The following options are not available in this version: ${missing.join(', ')}.`,
  )
}

function isSupported(format: Format): boolean {
  return formatRecord(format.type).isSupported?.(format) ?? true
}

/** The requested formats that are read from the bytes of the page. */
export function contentFormats(requested: readonly Format[]): ContentFormat[] {
  return requested.filter(isContentFormat)
}

function isContentFormat(format: Format): format is Extract<Format, ContentFormat> {
  return formatRecord(format.type).source === 'content'
}
