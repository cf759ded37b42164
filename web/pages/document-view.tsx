import { useState } from 'preact/hooks'
import { Tabs, type Tab } from '../ui/tabs.tsx'
import { PdfPages, type PdfPage } from './pdf-pages.tsx'
import { Panel, readParts, listTabs, type View } from './playground-result.tsx'
import * as words from '../words/en/answers.ts'

export interface Document {
  readonly metadata?: { readonly title?: string; readonly sourceURL?: string }
  /** Of a PDF file. */
  readonly pages?: readonly PdfPage[]
}

/** The parts of one document: its pages when it was a PDF file, Markdown, HTML, links, pictures, metadata and JSON. */
export function DocumentView({ document, file }: { document: Document; file?: File }) {
  const pages = file ? document.pages : undefined
  const [view, setView] = useState<View | 'pages'>(pages ? 'pages' : 'markdown')
  const shown = readParts({ data: document })
  const tabs: readonly Tab<View | 'pages'>[] = [
    ...(pages ? [{ name: 'pages' as const, label: words.tabsPages, count: pages.length }] : []),
    ...listTabs(shown, true),
  ]
  const current = tabs.some(({ name }) => name === view) ? view : (tabs[0]?.name ?? 'json')
  return (
    <Tabs label={words.documentLabel} tabs={tabs} current={current} onChange={setView}>
      {current === 'pages' ? (
        file && pages && <PdfPages file={file} pages={pages} />
      ) : (
        <Panel view={current} shown={shown} json={document} />
      )}
    </Tabs>
  )
}
