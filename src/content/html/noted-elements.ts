import type { Document, Element } from 'domhandler'
import { createIsEvidence, isMarked } from './about/evidence.ts'
import { createJsonLd, isJsonLd, type JsonLd } from './json-ld.ts'
import { elementsOf } from './walk.ts'

/** The elements that say something of a page, wherever they stand in it, in document order. */
export interface NotedElements {
  /** `<html>`, `<base>`, `<title>`, `<link>` and `<meta>`. */
  readonly about: readonly Element[]
  /** What may lead to other pages. */
  readonly links: readonly Element[]
  /** Structured data in scripts. */
  readonly jsonLd: JsonLd
  /** Elements that are items of structured data (`itemtype`). */
  readonly items: readonly Element[]
  /** What is marked up as an author, a date or the title. */
  readonly marked: readonly Element[]
  /** What may show who wrote the page, and when, by its class; looked for when nothing else tells. */
  readonly shown: () => readonly Element[]
}

/** A page shows these once, a list of pages once each. */
const shownMax = 400

/** Finds them all in one walk, for everybody who asks. */
export function noteElements(document: Document): NotedElements {
  const about: Element[] = []
  const links: Element[] = []
  const scripts: Element[] = []
  const items: Element[] = []
  const marked: Element[] = []
  const all = elementsOf(document)
  for (const element of all) {
    if (marked.length < shownMax && isMarked(element)) marked.push(element)
    if (element.attribs['itemtype'] !== undefined) items.push(element)
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
        if (isJsonLd(element)) scripts.push(element)
        break
      default:
    }
  }
  let shown: readonly Element[] | undefined
  return {
    about,
    links,
    jsonLd: createJsonLd(scripts),
    items,
    marked,
    shown: () => (shown ??= evidenceIn(all)),
  }
}

function evidenceIn(elements: readonly Element[]): readonly Element[] {
  const isEvidence = createIsEvidence()
  const found: Element[] = []
  for (const element of elements) {
    if (isEvidence(element)) found.push(element)
    if (found.length >= shownMax) break
  }
  return found
}
