import { ReadError } from '#base/read-error.ts'
import type { ContentRequest } from './content.ts'
import { contentKind } from './bytes/content-kind.ts'
import { toBase64, type Reading } from './reading.ts'

/**
 * Files without a reader. With `parsers: []` their text formats are the file as base64;
 * otherwise requesting one of them fails with `NOT_IMPLEMENTED` or `SCRAPE_UNSUPPORTED_FILE_ERROR`.
 */
export function readFile(request: ContentRequest): Reading {
  const base64 = () => toBase64(request.body)
  const handedOut = () => {
    if (request.readDocuments) throw unreadable(request)
    return base64()
  }
  return {
    metadata: () => ({}),
    clientRendered: () => undefined,
    warnings: () => [],
    links: () => nothingIn(request),
    images: () => nothingIn(request),
    attributes: (selectors) => {
      nothingIn(request)
      return selectors.map((wanted) => ({ ...wanted, values: [] }))
    },
    rawHtml: handedOut,
    rawBase64: base64,
    markdown: handedOut,
    html: handedOut,
  }
}

function nothingIn(request: ContentRequest): [] {
  if (request.readDocuments) throw unreadable(request)
  return []
}

function unreadable({ body, contentType }: ContentRequest): ReadError {
  const kind = contentKind(body, contentType)
  if (kind === 'pdf' || kind === 'office') {
    const name = kind === 'pdf' ? 'PDF files' : 'office documents'
    return new ReadError(
      'NOT_IMPLEMENTED',
      `Reading ${name} is not available yet. Send parsers: [] to receive the file as base64.`,
    )
  }
  const type = contentType?.split(';', 1)[0]?.trim().slice(0, 100) || 'unknown'
  return new ReadError(
    'SCRAPE_UNSUPPORTED_FILE_ERROR',
    `Files of type ${type} cannot be read. Send parsers: [] to receive the file as base64, or ask for the format rawBase64.`,
  )
}
