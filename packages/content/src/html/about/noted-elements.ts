import type { Document, Element } from 'domhandler'
import { createIsEvidence, isMarked } from './evidence.ts'
import { createJsonLd, isJsonLd, type JsonLd } from '#content/html/json-ld.ts'
import { marksFor, mayHave } from '#content/html/marks.ts'
import { listElements } from '#content/html/walk.ts'

/** Elements of a page that metadata and links are read from, in document order. */
export interface NotedElements {
  /** Every element, in document order. */
  readonly all: readonly Element[]
  /** `<html>`, `<base>`, `<title>`, `<link>` and `<meta>`. */
  readonly about: readonly Element[]
  /** Elements that may link to other pages. */
  readonly links: readonly Element[]
  /** `<iframe>`, `<frame>` and `<frameset>`. */
  readonly frames: readonly Element[]
  /** Scripts with structured data. */
  readonly jsonLd: JsonLd
  /** Elements that are items of structured data (`itemtype`). */
  readonly items: readonly Element[]
  /** Elements marked up as author, date or title. */
  readonly marked: readonly Element[]
  /** Elements whose class suggests an author or date; used as a fallback. */
  readonly shown: () => readonly Element[]
}

const item = marksFor('item')

/** Elements that a page has once, and a list of pages once per entry. */
const shownMax = 400

/** Collects all of them in one walk. */
export function noteElements(
  document: Document,
  all: readonly Element[] = listElements(document),
): NotedElements {
  const about: Element[] = []
  const links: Element[] = []
  const frames: Element[] = []
  const scripts: Element[] = []
  const items: Element[] = []
  const marked: Element[] = []
  for (const element of all) {
    if (marked.length < shownMax && isMarked(element)) marked.push(element)
    if (mayHave(element, item) && element.attribs['itemtype'] !== undefined) items.push(element)
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
      case 'iframe':
      case 'frame':
      case 'frameset':
        frames.push(element)
        break
      case 'script':
        if (isJsonLd(element)) scripts.push(element)
        break
      default:
    }
  }
  let shown: readonly Element[] | undefined
  return {
    all,
    about,
    links,
    frames,
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
