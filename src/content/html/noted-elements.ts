import type { Document, Element } from 'domhandler'
import { isJsonLd } from './json-ld.ts'
import { elementsOf } from './walk.ts'

/** The elements that say something of a page, wherever they stand in it, in document order. */
export interface NotedElements {
  /** `<html>`, `<base>`, `<title>`, `<link>` and `<meta>`. */
  readonly about: readonly Element[]
  /** What may lead to other pages. */
  readonly links: readonly Element[]
  /** Structured data. */
  readonly jsonLd: readonly Element[]
}

/** Finds them all in one walk, for everybody who asks. */
export function noteElements(document: Document): NotedElements {
  const [about, links, jsonLd]: [Element[], Element[], Element[]] = [[], [], []]
  for (const element of elementsOf(document)) {
    switch (element.name) {
      case 'a':
      case 'area':
        links.push(element)
        break
      case 'meta':
      case 'link':
      case 'title':
      case 'html':
      case 'base':
        about.push(element)
        break
      case 'script':
        if (isJsonLd(element)) jsonLd.push(element)
        break
      default:
    }
  }
  return { about, links, jsonLd }
}
