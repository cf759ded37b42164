import { Element, Text, type ChildNode, type Document } from 'domhandler'
import { outline } from './blocks.ts'
import { chooseByLandmarks, landmarkWordsMax } from './choose-by-landmarks.ts'
import { chooseBlocks } from './choose.ts'
import { keepHeadings } from './keep-headings.ts'
import { keepWholes } from './keep-wholes.ts'
import { readPageSigns } from './page-signs.ts'
import { prune } from './prune.ts'
import { dropUnreadable } from './readable.ts'
import { scoreBlocks } from './score-blocks.ts'
import { unwrap, wrap } from './wrap.ts'

/**
 * Finds what a page is about: the article, the thread, the product, without navigation, advertising and tails.
 * Consumes the tree: the nodes answered are the document's own, in order, with everything else cut out of them.
 * A page that has text never comes out empty; one that has none answers what its metadata tell.
 */
export function findMainContent(document: Document): readonly ChildNode[] {
  const signs = readPageSigns(document)
  dropUnreadable(document)
  const root = wrap(document)
  const page = outline(root)
  const ownWords = page.parts[0]?.words ?? 0
  if (ownWords < shellWordsMax && signs.longestText.length > shellLengthMin) {
    return paragraphs(signs.longestText)
  }
  const byLandmarks = ownWords <= landmarkWordsMax ? chooseByLandmarks(page) : undefined
  const isKept = byLandmarks ?? chooseBlocks(page.blocks, scoreBlocks(page, signs))
  keepWholes(page, isKept)
  keepHeadings(page.blocks, isKept)
  prune(page, isKept)
  return unwrap(root)
}

/** A page with fewer words shows nothing before its scripts run. */
const shellWordsMax = 20

/** Shorter texts in the metadata are titles and slogans. */
const shellLengthMin = 100

const paragraphs = (text: string): Element[] =>
  text.split(/\n\s*\n/).map((part) => new Element('p', {}, [new Text(part.trim())]))
