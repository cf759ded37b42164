import type { ContentFormat } from '#content/content.ts'
import { formatRecord, type Format } from './registry.ts'

/** The requested formats that are read from the bytes of the page. */
export function contentFormats(requested: readonly Format[]): ContentFormat[] {
  return requested.filter(isContentFormat)
}

function isContentFormat(format: Format): format is Extract<Format, ContentFormat> {
  return formatRecord(format.type).source === 'content'
}
