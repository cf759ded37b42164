import type { Content } from '#content/content.ts'
import { typeOfName } from '#content/file-name.ts'
import type { Document } from '#formats/document.ts'
import { queueMetadata, toDocument } from '#formats/to-document.ts'
import type { UploadedFile } from '#kernel/uploaded-file.ts'

interface FileFacts {
  /** Scrape id. */
  readonly id: string
  readonly file: UploadedFile
  readonly creditsUsed: number
  /** Milliseconds spent waiting for a concurrency slot. */
  readonly queuedMs: number
}

/** Returns the document of an uploaded file; its name replaces the URL. */
export function fileDocument(content: Content, facts: FileFacts): Document {
  const { id, file, creditsUsed, queuedMs } = facts
  const name = file.name ?? 'file'
  return toDocument(content, {
    metadata: {
      sourceURL: name,
      url: name,
      statusCode: 200,
      sourceFile: name,
      contentType: typeOfName(file.name) ?? file.contentType ?? 'application/octet-stream',
      scrapeId: id,
      proxyUsed: 'basic',
      cacheState: 'miss',
      creditsUsed,
      ...queueMetadata(queuedMs),
    },
  })
}
