import type { Document, Element } from 'domhandler'
import { createIsEvidence } from './about/evidence.ts'
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
  /** What may show who wrote the page, when, and what it is called. */
  readonly shown: readonly Element[]
}

/** A page shows these once, a list of pages once each. */
const shownMax = 400

/** Finds them all in one walk, for everybody who asks. */
export function noteElements(document: Document): NotedElements {
  const [about, links, jsonLd, shown]: [Element[], Element[], Element[], Element[]] = [
    [],
    [],
    [],
    [],
  ]
  const isEvidence = createIsEvidence()
  for (const element of elementsOf(document)) {
    if (shown.length < shownMax && isEvidence(element)) shown.push(element)
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
  return { about, links, jsonLd, shown }
}
