import { oneLine } from '#base/one-line.ts'
import { sliceText } from '#base/text-pieces.ts'
import type { Document } from '#formats/document.ts'

/** The pages as a list of links with titles and descriptions (https://llmstxt.org). */
export async function* llmsText(
  documents: AsyncIterable<Document>,
  name: string,
): AsyncGenerator<string> {
  yield `# ${oneLine(name)}\n\n## Pages\n\n`
  for await (const { metadata } of documents) {
    const { url, title = url, description = '' } = metadata
    const about = oneLine(description)
    yield `- [${oneLine(title).replaceAll(/[[\]\\]/g, String.raw`\$&`)}](<${url}>)${about && `: ${about}`}\n`
  }
}

/** The Markdown of all pages in one text, each below its title and URL. */
export async function* llmsFullText(documents: AsyncIterable<Document>): AsyncGenerator<string> {
  for await (const { markdown = '', metadata } of documents) {
    const { url, title = url } = metadata
    yield `# ${oneLine(title)}\nURL: ${url}\n\n`
    yield* sliceText(markdown)
    yield '\n\n'
  }
}
