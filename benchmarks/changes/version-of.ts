import type { PageVersion } from '#changes/page-version.ts'
import { readPage } from '#content/pipeline.ts'

/** The stored version of a page, for comparison. */
export function makeVersion(body: Uint8Array, url: string): PageVersion {
  const { markdown = '', internal } = readPage({
    url,
    status: 200,
    contentType: 'text/html; charset=utf-8',
    body,
    formats: [{ type: 'markdown' }],
    wantsNormalisedText: true,
    onlyMainContent: true,
    includeTags: [],
    excludeTags: [],
    removeBase64Images: true,
    readDocuments: true,
  })
  return { markdown, normalisedText: internal.normalisedText }
}
