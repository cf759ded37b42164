import { addressesIn, addressesView } from './addresses-view.ts'
import { htmlViews } from './html-view.ts'
import { markdownViews } from './markdown-view.ts'
import { plainView, type View } from './view.ts'

/** The views of one source: what is read as text, and what is read as addresses. */
export interface SourceViews {
  readonly text: View
  readonly addresses: View
}

/** How a string is written. */
export type Syntax = 'markdown' | 'html' | 'text' | 'address'

const readers: Readonly<Record<Syntax, (source: string) => SourceViews>> = {
  markdown: markdownViews,
  html: htmlViews,
  text: (source) => ({
    text: plainView(source),
    addresses: addressesView(source, addressesIn(source)),
  }),
  address: (source) => ({
    text: plainView(''),
    addresses: addressesView(source, [{ start: 0, end: source.length }]),
  }),
}

export const readViews = (source: string, syntax: Syntax): SourceViews => readers[syntax](source)
