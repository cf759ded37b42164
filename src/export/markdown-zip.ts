import type { Document } from '#formats/document.ts'
import { createFileNames } from '#kernel/file-names.ts'
import { zip, type ZipFile } from './zip.ts'

/** A ZIP archive with the Markdown of each page, in the folders of the sites. */
export const markdownZip = (
  documents: AsyncIterable<Document>,
  date: Date,
): AsyncGenerator<Buffer> => zip(listFiles(documents), date)

async function* listFiles(documents: AsyncIterable<Document>): AsyncGenerator<ZipFile> {
  const nameFile = createFileNames()
  for await (const { markdown = '', metadata } of documents) {
    const { url, title } = metadata
    // JSON strings are valid in YAML.
    const about = `---\nurl: ${JSON.stringify(url)}\n${title === undefined ? '' : `title: ${JSON.stringify(title)}\n`}---\n\n`
    yield { name: nameFile(url), content: `${about}${markdown}\n` }
  }
}
