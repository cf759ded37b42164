import type { ContentRequest, MaterialOptions } from '#content/content.ts'
import type { z } from 'zod'
import { documentOptions, type Parsers } from './parsers.ts'
import { formatRecord, type Format } from './registry.ts'
import { contentFormats } from './content-formats.ts'

/** Options of a scrape or parse request that determine how the content is converted. */
export interface ContentOptions {
  readonly formats: readonly Format[]
  readonly onlyMainContent: boolean
  readonly includeTags?: readonly string[] | undefined
  readonly excludeTags?: readonly string[] | undefined
  readonly removeBase64Images: boolean
  readonly parsers: z.output<typeof Parsers>
}

/** The part of a content request that follows from the caller's options. */
export function contentOptions(
  options: ContentOptions,
): Omit<ContentRequest, 'url' | 'status' | 'contentType' | 'body'> {
  const { includeTags = [], excludeTags = [], onlyMainContent, removeBase64Images } = options
  return {
    formats: contentFormats(options.formats),
    material: materialRequest(options.formats),
    wantsMedia: options.formats.some(({ type }) => formatRecord(type).readsMedia),
    onlyMainContent,
    includeTags,
    excludeTags,
    removeBase64Images,
    ...documentOptions(options.parsers),
  }
}

/** The material of the requested formats; undefined if none of them needs any. */
function materialRequest(formats: readonly Format[]): MaterialOptions | undefined {
  const queries = formats.map((format) => formatRecord(format.type).queries?.(format))
  return queries.some((each) => each !== undefined)
    ? { queries: queries.flatMap((each) => each ?? []) }
    : undefined
}
