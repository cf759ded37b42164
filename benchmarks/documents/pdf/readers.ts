import { extractPagesMarkdown } from '@firecrawl/pdf-inspector'
import { readPdf } from '#documents/pdf/read-pdf.ts'
import { contentRequest } from '#fixtures/content-request.ts'

/** Reads a file as Markdown. */
export type Reader = (file: Buffer) => Promise<string>

/** None of these files contains pictures of text; LibreOffice leaves a page empty. */
const emptyPage = { width: 1, height: 1, turned: 0, words: [] }

export const readWeir: Reader = async (file) => {
  const reading = await readPdf(
    { ...contentRequest(''), body: file, contentType: 'application/pdf' },
    { readPicture: async () => emptyPage, onProgress: () => {} },
  )
  return reading.markdown()
}

export const readInspector: Reader = async (file) =>
  extractPagesMarkdown(file)
    .pages.map(({ markdown }) => markdown)
    .join('\n\n')
