import { defaultLimits } from '#formats/chunks.ts'
import type { Document } from '#formats/document.ts'
import { splitChunks } from '#formats/split-chunks.ts'
import type { Row } from './rows.ts'

/**
 * A row for each chunk, as loaders of vector stores read it: an id that stays the same, the text, and flat metadata. Documents that have no
 * chunks are cut as the format does by default.
 */
export async function* chunkRows(documents: AsyncIterable<Document>): AsyncGenerator<Row> {
  for await (const { chunks, markdown = '', metadata } of documents) {
    const { url, title, language, scrapeId } = metadata
    const list: NonNullable<Document['chunks']> =
      chunks ?? (await splitChunks(markdown, defaultLimits)).chunks
    for (const [index, { text, headings, markdownSpan, pageNumbers, tokens }] of list.entries()) {
      const [start, end] = markdownSpan
      const [page, lastPage] = pageNumbers ?? []
      const place = { headings: headings.join(' > '), index, start, end, page, lastPage, tokens }
      yield {
        id: `${scrapeId}-${index}`,
        text,
        metadata: { source: url, title, language, ...place },
      }
    }
  }
}
