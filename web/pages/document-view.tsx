import { ViewTabs } from '../results/view-tabs.tsx'
import { listViews } from '../results/views.tsx'
import { PdfPages, type PdfPage } from './pdf-pages.tsx'
import * as words from '../words/en/answers.ts'
import * as terms from '../words/en/terms.ts'

export interface Document {
  readonly metadata?: { readonly title?: string; readonly sourceURL?: string }
  /** Of a PDF file. */
  readonly pages?: readonly PdfPage[]
}

/** The parts of one document: its pages when it was a PDF file, and a view for each format. */
export function DocumentView({ document, file }: { document: Document; file?: File }) {
  const pages = file ? document.pages : undefined
  return (
    <ViewTabs
      label={words.documentLabel}
      views={[
        ...(file && pages
          ? [
              {
                name: 'pages',
                label: terms.thingPages,
                count: pages.length,
                show: () => <PdfPages file={file} pages={pages} />,
              },
            ]
          : []),
        ...listViews({ data: document }),
      ]}
    />
  )
}
