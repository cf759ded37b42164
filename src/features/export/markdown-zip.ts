import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Document } from '#formats/document.ts'
import { createFileNames } from '#kernel/file-names.ts'

/** A ZIP file with the Markdown of each page, in the folders of the sites. Ends when `signal` aborts. */
export function markdownZip(documents: AsyncIterable<Document>, signal: AbortSignal): Readable {
  const zip = new ZipFile()
  const output = new PassThrough()
  const fail = (error: unknown) =>
    output.destroy(error instanceof Error ? error : new Error(String(error)))
  // A client that leaves before the response begins has no listener; the error must not end the process.
  output.on('error', () => {})
  zip.on('error', fail)
  zip.outputStream.pipe(output)
  void addFiles(zip, documents, signal).catch(fail)
  return output
}

async function addFiles(
  zip: ZipFile,
  documents: AsyncIterable<Document>,
  signal: AbortSignal,
): Promise<void> {
  const nameFile = createFileNames()
  for await (const { markdown = '', metadata } of documents) {
    const { url, title } = metadata
    // JSON strings are valid in YAML.
    const about = `---\nurl: ${JSON.stringify(url)}\n${title === undefined ? '' : `title: ${JSON.stringify(title)}\n`}---\n\n`
    const content = Readable.from([Buffer.from(`${about}${markdown}\n`)])
    zip.addReadStream(content, nameFile(url), { mode: 0o644 })
    // The reader of the output decides how fast pages are read.
    await once(content, 'end', { signal })
  }
  zip.end()
}
