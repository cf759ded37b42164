import type { Document } from 'domhandler'
import type { ContentMetadata } from '#content/html/about/content-metadata.ts'
import type { NotedElements } from '#content/html/about/noted-elements.ts'
import { factsOf } from './facts.ts'
import { menuOf } from './menu/menu.ts'
import { markedItemsOf, type MarkedItems } from './microdata.ts'
import { pageText } from './page-text.ts'
import { productOf } from './product/product.ts'

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
  const marked = () => (items ??= markedItemsOf(noted.all))
  return {
    product: () => productOf({ ...page, marked: marked() }),
    menu: () => menuOf({ ...page, marked: marked(), metadata: metadata() }),
    stated: () => ({
      facts: factsOf({ document, noted, marked: marked(), metadata: metadata(), url }),
      text: pageText(document),
    }),
  }
}
