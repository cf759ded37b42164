import type { Document } from 'domhandler'
import type { ContentMetadata } from '#content/html/about/content-metadata.ts'
import type { NotedElements } from '#content/html/about/noted-elements.ts'
import { readFacts } from './facts.ts'
import { readMenu } from './menu/menu.ts'
import { readMarkedItems, type MarkedItems } from './microdata.ts'
import { pageText } from './page-text.ts'
import { findProduct } from './product/product.ts'

interface PageToRead {
  readonly document: Document
  readonly noted: NotedElements
  readonly metadata: () => ContentMetadata
  readonly url: string
  readonly baseUrl: string
}

/** What is read from the data, labels and layout of a page rather than from its text. Needs the whole tree. */
export function createPageFacts(page: PageToRead) {
  const { document, noted, metadata, url } = page
  let items: MarkedItems | undefined
  const marked = () => (items ??= readMarkedItems(noted.all))
  return {
    product: () => findProduct({ ...page, marked: marked() }),
    menu: () => readMenu({ ...page, marked: marked(), metadata: metadata() }),
    stated: () => ({
      facts: readFacts({ document, noted, marked: marked(), metadata: metadata(), url }),
      text: pageText(document),
    }),
  }
}
